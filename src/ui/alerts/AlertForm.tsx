import type { SubmitEvent } from 'react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertTicketFrame, AlertTicketView } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { askAtAlert } from '../../state/deviceNotices.ts';
import { ask } from '../../state/login.ts';
import { showToast } from '../../state/toasts.ts';
import { useView } from '../../state/useView.ts';
import { useWordsBeside } from '../../state/useWordsBeside.ts';
import { Button } from '../Button.tsx';
import { Chips } from '../Chip.tsx';
import { FormError } from '../form/Form.tsx';
import { focusMissing } from '../form/focusWrong.ts';
import { NumberField } from '../form/NumberField.tsx';
import { SwitchRow } from '../form/SwitchRow.tsx';
import { look } from '../look.ts';
import { useSignedPercent } from '../usePercent.ts';
import styles from './Alerts.module.css';

/** A price to be alerted at; from which side it comes is read from the market's last price. */
export function AlertForm({ market }: { readonly market: string }) {
  const { t } = useTranslation('shell');
  const percents = useSignedPercent();
  const [price, setPrice] = useState('');
  const [repeats, setRepeats] = useState(false);
  const preview = useAlertTicket(market, price);
  // What is typed while the answer is on its way is the next one.
  const sent = useRef('');
  const { send, isBusy, failure } = useAdding(market, price, () =>
    setPrice((now) => (now === sent.current ? '' : now)),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (!preview?.alert) return focusMissing(event.currentTarget);
    sent.current = price;
    // Browsers ask by a tap alone, and not once an answer has been waited for.
    void askAtAlert();
    void send({ ...preview.alert, repeats }, preview.name);
  };
  return (
    <form className={look('stack3 lone')} onSubmit={submit}>
      <p className={look('flex wrap spread across3 text', styles['last'])}>
        <span>{preview?.name}</span>
        <b className={look('bright')}>{preview?.last}</b>
      </p>
      <NumberField
        name="price"
        label={t('alert.price')}
        value={price}
        error={preview?.error}
        onChange={setPrice}
        onLeave={() => undefined}
      />
      <Chips
        label={t('alert.price')}
        options={(preview?.near ?? []).map(({ percent, level }) => ({ id: level, text: percents(percent) }))}
        selected={price}
        onSelect={setPrice}
      />
      <p className={look('quiet', styles['last'])} role="status">
        {preview?.alert ? (preview.alert.direction === 'above' ? t('alert.above') : t('alert.below')) : null}
      </p>
      <SwitchRow title={t('alert.repeats')} isOn={repeats} onChange={setRepeats} />
      <FormError text={failure} />
      <Button look="main" type="submit" aria-disabled={!preview?.alert} aria-busy={isBusy}>
        {t('alert.add')}
      </Button>
    </form>
  );
}

/** What the worker says of the text that stands in the field now. */
function useAlertTicket(market: string, price: string): AlertTicketFrame | undefined {
  const view = useMemo<AlertTicketView>(() => ({ kind: 'alertTicket', market, price }), [market, price]);
  const [frame, setFrame] = useState<AlertTicketFrame>();
  useView(view, setFrame);
  if (!frame || frame.view.price === price) return frame;
  const { alert: _alert, error: _error, ...head } = frame;
  return head;
}

type AlertRequest = NonNullable<AlertTicketFrame['alert']> & { readonly repeats: boolean };

function useAdding(market: string, price: string, onAdded: () => void) {
  const { t } = useTranslation('shell');
  const { ofRefusal } = useRefusalWords();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useWordsBeside(price);
  const send = async (request: AlertRequest, name: string) => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    const result = await ask('alert.add', { market, ...request });
    setBusy(false);
    if (!result.ok) {
      setFailure(ofRefusal(result.error));
      return;
    }
    onAdded();
    showToast({ id: 'alert:set', tone: 'good', title: t('alert.set'), text: name });
  };
  return { send, isBusy, failure };
}
