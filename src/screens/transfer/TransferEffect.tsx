import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TransferFrame } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';

/** What a transfer does to the position that is nearest to its liquidation. */
export function TransferEffect({
  liquidation,
}: {
  readonly liquidation: TransferFrame['liquidation'] | undefined;
}) {
  const { t } = useTranslation('convert');
  const words = useLiquidationWords();
  if (!liquidation) return null;
  const { market, mark, before, after } = liquidation;
  return (
    <section className={look('stack1 framed pad3 top2')} aria-live="polite">
      <h2 className={look('quiet')}>{t('transfer.liquidation', { market })}</h2>
      <p className={look('row wrap')}>
        <span className={look('grid')}>
          <small>{t('transfer.now')}</small>
          <b>{words(before)}</b>
        </span>
        <ArrowRight size={16} aria-hidden="true" />
        <span className={look('grid')} data-due={after.kind === 'due' || undefined}>
          <small>{t('transfer.then')}</small>
          <b className={after.kind === 'due' ? look('bad') : undefined}>{words(after)}</b>
        </span>
      </p>
      <Facts look="ticket">
        <Fact name={t('transfer.mark')}>{mark}</Fact>
      </Facts>
    </section>
  );
}
