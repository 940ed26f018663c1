import { useTranslation } from 'react-i18next';
import type { ChaseEnd } from '../../../domain/index.ts';
import { chaseEnds } from '../../../domain/index.ts';
import { Chips } from '../../ui/Chip.tsx';
import { look } from '../../ui/look.ts';
import { usePercent } from '../../ui/usePercent.ts';

/** How a chase is requested: for how long, how far, and what becomes of the rest. */
export interface ChaseChoice {
  readonly seconds: number;
  /** In thousandths of the first price: whole numbers, so that a choice is what its chip says. */
  readonly permille: number;
  readonly rest: ChaseEnd;
}
export const usualChase: ChaseChoice = { seconds: 60, permille: 5, rest: 'market' };

const SECONDS = [30, 60, 300, 600];
const PERMILLES = [1, 5, 10, 20];

/** As the exchange wants to know it. */
export const chaseOf = ({ seconds, permille, rest }: ChaseChoice) => ({
  seconds,
  distance: `0.${`${permille}`.padStart(3, '0')}`,
  rest,
});

interface ChaseFieldsProps {
  readonly choice: ChaseChoice;
  readonly onChange: (next: Partial<ChaseChoice>) => void;
}

/** For how long, how far, and what becomes of the rest: each with one tap. */
export function ChaseFields({ choice, onChange }: ChaseFieldsProps) {
  const { t } = useTranslation('perpetual');
  const percentWords = usePercent();
  const ends = { market: t('chase.rest.market'), cancel: t('chase.rest.cancel') };
  return (
    <>
      <p className={look('text mini')}>{t('chase.about')}</p>
      <div className={look('stack')}>
        <span className={look('small')}>{t('chase.for')}</span>
        <Chips
          label={t('chase.for')}
          options={SECONDS.map((id) => ({
            id,
            text:
              id < 60
                ? t('chase.seconds', { count: id })
                : t('chase.minutes', { count: Math.floor(id / 60) }),
          }))}
          selected={choice.seconds}
          onSelect={(seconds) => onChange({ seconds })}
        />
        <span className={look('small')}>{t('chase.distance')}</span>
        <Chips
          label={t('chase.distance')}
          options={PERMILLES.map((id) => ({ id, text: percentWords(id / 10) }))}
          selected={choice.permille}
          onSelect={(permille) => onChange({ permille })}
        />
        <span className={look('small')}>{t('chase.end')}</span>
        <Chips
          label={t('chase.end')}
          options={chaseEnds.map((id) => ({ id, text: ends[id] }))}
          selected={choice.rest}
          onSelect={(rest) => onChange({ rest })}
        />
      </div>
    </>
  );
}
