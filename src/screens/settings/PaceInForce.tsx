import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { governor } from '../../state/governing.ts';
import type { Brake } from '../../state/governor.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { Group } from './Group.tsx';

/** How often prices move now and why, and the request to have what was chosen all the same. */
export function PaceInForce() {
  const { t } = useTranslation('pace');
  const { brake } = useSnapshot(governor);
  const { keepRefresh } = useSnapshot(settings);
  const reasons: Record<Brake, string> = {
    saveData: t('saveData'),
    reducedData: t('reducedData'),
    battery: t('battery'),
    strain: t('strain'),
  };
  return (
    <Group title={t('title')}>
      <p role="status">{brake ? reasons[brake] : t('chosen')}</p>
      <SwitchRow
        title={t('keep')}
        text={t('keepText')}
        isOn={keepRefresh}
        onChange={(isOn) => changeSettings({ keepRefresh: isOn })}
      />
    </Group>
  );
}
