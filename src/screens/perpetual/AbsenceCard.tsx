import { useTranslation } from 'react-i18next';
import type { AbsenceAction } from '../../../domain/index.ts';
import { absenceActions } from '../../../domain/index.ts';
import type { AbsenceLine } from '../../../workers/api.ts';
import { useAbsenceStates } from '../../i18n/perpetual.ts';
import { submit } from '../../state/login.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Card } from '../../ui/Card.tsx';
import { Check } from '../../ui/form/Check.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { look } from '../../ui/look.ts';
import form from './FuturesForm.module.css';
import { useFuturesToasts } from './useFuturesToasts.ts';

const CHOICES = [30, 60, 120, 300, 600];
const FIRST_SECONDS = 60;

/** Lost-connection protection: what the exchange does with the open orders when the user is gone. */
export function AbsenceCard({ line }: { readonly line: AbsenceLine }) {
  const { t } = useTranslation('perpetual');
  const states = useAbsenceStates();
  const toasts = useFuturesToasts();
  const [isBusy, once] = useOnce();
  const isOn = line.seconds > 0;
  const set = (seconds: number, action: AbsenceAction = line.action) =>
    void once(async () => {
      const result = await submit('perpetual.setAbsence', { seconds, action });
      if (result.state === 'refused') toasts.refused(result.error);
    });
  return (
    <Card className={look('top3')} aria-busy={isBusy}>
      <Check isSwitch isOn={isOn} onChange={(next) => set(next ? FIRST_SECONDS : 0)}>
        <b>{t('absence.title')}</b>
        <small>{t('absence.text')}</small>
      </Check>
      <p role="status">
        {states[line.state]}
        {isOn && line.since ? ` · ${line.since}` : ''}
      </p>
      {isOn ? <Choices line={line} onChange={set} /> : null}
    </Card>
  );
}

interface ChoicesProps {
  readonly line: AbsenceLine;
  readonly onChange: (seconds: number, action?: AbsenceAction) => void;
}

function Choices({ line: { seconds, action }, onChange }: ChoicesProps) {
  const { t } = useTranslation('perpetual');
  const names = { cancelAll: t('absence.cancelAll'), reduceOnly: t('absence.reduceOnly') };
  const all = CHOICES.includes(seconds) ? CHOICES : [seconds, ...CHOICES];
  return (
    <div className={look('grid bottom3', form['choices'])}>
      <Select
        label={t('absence.after')}
        value={`${seconds}`}
        options={all.map((each) => ({ id: `${each}`, text: t('absence.seconds', { count: each }) }))}
        onSelect={(each) => onChange(Number.parseInt(each, 10))}
      />
      <Select
        label={t('absence.what')}
        value={action}
        options={absenceActions.map((id) => ({ id, text: names[id] }))}
        onSelect={(next) => onChange(seconds, next)}
      />
    </div>
  );
}
