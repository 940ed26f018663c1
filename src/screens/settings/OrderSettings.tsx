import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { changeSettings, cycleConfirms, settings } from '../../state/settings.ts';
import { Choice } from './Choice.tsx';
import { Choices } from './Group.tsx';

/** What happens before an order is sent, and what a tap on the book does. */
export function OrderSettings() {
  const { t } = useTranslation('settings');
  const { confirmOrders, oneTapOrders, confirmCycles } = useSnapshot(settings);
  const confirmNames = {
    first: t('confirmCycles.first'),
    always: t('confirmCycles.always'),
    never: t('confirmCycles.never'),
  };
  return (
    <Choices>
      <Choice
        legend={t('confirmOrders.title')}
        options={[
          { id: 'on', text: t('confirmOrders.on') },
          { id: 'off', text: t('confirmOrders.off') },
        ]}
        value={confirmOrders ? 'on' : 'off'}
        onChange={(id) => changeSettings({ confirmOrders: id === 'on' })}
      />
      <Choice
        legend={t('oneTap.title')}
        options={[
          { id: 'off', text: t('oneTap.off') },
          { id: 'on', text: t('oneTap.on') },
        ]}
        value={oneTapOrders ? 'on' : 'off'}
        onChange={(id) => changeSettings({ oneTapOrders: id === 'on' })}
      />
      <Choice
        legend={t('confirmCycles.title')}
        options={cycleConfirms.map((id) => ({ id, text: confirmNames[id] }))}
        value={confirmCycles}
        onChange={(id) => changeSettings({ confirmCycles: id })}
      />
    </Choices>
  );
}
