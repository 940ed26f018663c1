import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dec, Refusal } from '../../../domain/index.ts';
import { figureText } from '../../../domain/index.ts';
import type { MoneyCall, Submitted } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { showToast } from '../../state/toasts.ts';

interface MoveAtOnceProps {
  /** What is moved. */
  readonly name: string;
  /** Where its line stood, and where it was dragged to: plain digits. */
  readonly from: Dec;
  readonly to: Dec;
  readonly send: (price: Dec) => Promise<Submitted<MoneyCall>>;
  readonly onRefused: (refusal: Refusal) => void;
  readonly onClose: () => void;
}

/** Moves a line of one's own without a question, for anyone who wants none: as long as the toast stands, it goes back. */
export function MoveAtOnce(props: MoveAtOnceProps) {
  const { t: words } = useTranslation('trade');
  // As it was when the line was let go: it is moved once.
  const now = useRef({ ...props, words });
  useEffect(() => {
    const { name, from, to, send, onRefused, onClose, words: t } = now.current;
    const shown = (price: Dec) => figureText(price, settings.language);
    const move = async (price: Dec, before?: Dec) => {
      const result = await send(price);
      if (result.state === 'refused') onRefused(result.error);
      if (result.state !== 'settled') return;
      showToast({
        id: 'moved',
        tone: 'good',
        title: t('done.changed'),
        text: before === undefined ? `${name} ${shown(price)}` : `${name} ${shown(before)} → ${shown(price)}`,
        ...(before === undefined ? {} : { action: { text: t('done.undo'), run: () => void move(before) } }),
      });
    };
    void move(to, from);
    onClose();
  }, []);
  return null;
}
