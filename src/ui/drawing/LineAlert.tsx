import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertTicketFrame, AlertTicketView } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { client } from '../../state/client.ts';
import { askAtAlert } from '../../state/deviceNotices.ts';
import { ask } from '../../state/login.ts';
import { showToast } from '../../state/toasts.ts';
import { useView } from '../../state/useView.ts';

interface LineAlertProps {
  readonly market: string;
  /** A place on the chart; the worker says which price that is. */
  readonly price: number;
  readonly onDone: () => void;
}

/** Sets an alert at a line's price, from the side on which the market stands, and says so. */
export function LineAlert({ market, price, onDone }: LineAlertProps) {
  const [onTick, setOnTick] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is set once, at the price of the tap
  useEffect(() => {
    let isGone = false;
    void askAtAlert();
    void client.ask('onTick', { market, price }).then((found) => {
      if (isGone) return;
      if (found.ok && found.data) setOnTick(found.data);
      else onDone();
    });
    return () => {
      isGone = true;
    };
  }, []);
  return onTick === undefined ? null : <Setting market={market} price={onTick} onDone={onDone} />;
}

interface SettingProps extends Omit<LineAlertProps, 'price'> {
  /** On the tick, plain digits. */
  readonly price: string;
}

function Setting({ market, price, onDone }: SettingProps) {
  const { t } = useTranslation('shell');
  const { ofRefusal, ofCode } = useRefusalWords();
  const view = useMemo<AlertTicketView>(() => ({ kind: 'alertTicket', market, price }), [market, price]);
  const isSent = useRef(false);
  const say = (tone: 'good' | 'bad', title: string, text: string) => {
    showToast({ id: 'alert:set', tone, title, text });
    onDone();
  };
  const send = async ({ alert, name }: AlertTicketFrame) => {
    if (!alert) return;
    const result = await ask('alert.add', { market, ...alert, repeats: false });
    if (result.ok) say('good', t('alert.set'), `${name} ${alert.price}`);
    else say('bad', ofRefusal(result.error), name);
  };
  useView(view, (frame) => {
    if (isSent.current || frame.view.price !== price || (!frame.alert && !frame.error)) return;
    isSent.current = true;
    if (frame.error) say('bad', ofCode(frame.error) ?? '', frame.name);
    else void send(frame);
  });
  return null;
}
