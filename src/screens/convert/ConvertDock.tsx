import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ConvertFrame } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { rememberReturn } from '../../state/drafts.ts';
import { login } from '../../state/login.ts';
import { useEarlyTap } from '../../state/useEarlyTap.ts';
import { useSender } from '../../state/useSender.ts';
import { useWordsBeside } from '../../state/useWordsBeside.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { focusWrongNumber } from '../../ui/form/focusWrong.ts';
import { FormDock, FormFailure } from '../../ui/ticket/FormDock.tsx';
import type { Receipt } from './ConvertSheets.tsx';
import { ConfirmConvert, ReceiptSheet } from './ConvertSheets.tsx';
import type { ConvertControl } from './useConvert.ts';

interface ConvertDockProps {
  readonly control: ConvertControl;
}

/** The quote's time and the button, always in sight. */
export function ConvertDock({ control }: ConvertDockProps) {
  const { token } = useSnapshot(login);
  return token === null ? <ToLogin /> : <Action control={control} />;
}

function ToLogin() {
  const { t } = useTranslation(['convert', 'app']);
  const { pathname, search } = useLocation();
  return (
    <FormDock>
      <p>{t('gain')}</p>
      <ButtonLink look="main" to="/login" onClick={() => rememberReturn(pathname + search)}>
        {t('app:title.login')}
      </ButtonLink>
    </FormDock>
  );
}

function Action({ control }: ConvertDockProps) {
  const { t } = useTranslation('convert');
  const { ticket, frame, order, hasError, touch } = control;
  const blockedWords = useBlockedWords();
  const { state, receipt, failed, convert, close } = useConversion(control);
  const [isConfirming, setConfirming] = useState(false);
  const isBusy = state !== 'idle';
  const tap = () => {
    touch();
    if (hasError) focusWrongNumber();
    else if (order && !isBusy) setConfirming(true);
  };
  const [isAwaited, onTap] = useEarlyTap({
    about: JSON.stringify(ticket),
    isReady: order !== undefined || hasError,
    isBlocked: isBusy || frame?.blocked !== undefined,
    tap,
  });
  return (
    <FormDock>
      <State frame={frame} state={state} failed={failed} />
      <Button look="main" isBusy={isBusy || isAwaited} isOff={!order && !hasError} onClick={onTap}>
        {isBusy ? t('busy') : t('action')}
      </Button>
      {isConfirming && frame ? (
        <ConfirmConvert
          frame={frame}
          blocked={order ? undefined : blockedWords(frame)}
          onConfirm={() => {
            if (!order) return;
            setConfirming(false);
            void convert(order, frame);
          }}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
      {receipt ? <ReceiptSheet receipt={receipt} onClose={close} /> : null}
    </FormDock>
  );
}

/** Why nothing can be converted now, in words; empty where nothing is known to be in the way. */
function useBlockedWords(): (frame: ConvertFrame) => string {
  const { ofRefusal } = useRefusalWords();
  return ({ blocked, refused }) => (blocked ? ofRefusal(refused ?? { code: blocked, message: '' }) : '');
}

interface StateProps {
  readonly frame: ConvertFrame | undefined;
  readonly state: 'idle' | 'sending' | 'unknown';
  readonly failed: string;
}

/** What stands in the way, or for how long the quote stands. */
function State({ frame, state, failed }: StateProps) {
  const { t } = useTranslation('convert');
  const words = useCommandWords();
  const blockedWords = useBlockedWords();
  if (state === 'unknown') return <p role="status">{words('unknown')}</p>;
  if (failed !== '') return <FormFailure>{failed}</FormFailure>;
  if (frame?.blocked) return <p role="status">{blockedWords(frame)}</p>;
  if (!frame || frame.view.amount === '' || Object.keys(frame.errors).length > 0) return <p />;
  return <p>{frame.seconds === '' ? t('waiting') : t('stands', { seconds: frame.seconds })}</p>;
}

/** Takes the quote that stands, one at a time, and keeps what came of it. */
function useConversion(control: ConvertControl) {
  const { ofRefusal } = useRefusalWords();
  const { state, send } = useSender('convert.accept');
  const [receipt, setReceipt] = useState<Receipt>();
  const [failed, setFailed] = useWordsBeside(JSON.stringify(control.ticket));
  const convert = async (order: NonNullable<ConvertFrame['order']>, frame: ConvertFrame) => {
    setFailed('');
    const result = await send(order, () => control.renew(true));
    const isDone = result?.state === 'settled';
    // Booked, refused or lost: the quote is not to be used again.
    control.renew(isDone);
    if (result?.state === 'refused') setFailed(ofRefusal(result.error));
    if (!isDone) return;
    const { id, journal } = result.data.conversion;
    setReceipt({ frame, id: `${id}`, entry: `${journal}` });
  };
  return { state, receipt, failed, convert, close: () => setReceipt(undefined) };
}
