import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Bounds } from '../../../domain/index.ts';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { TrailInput } from '../../../workers/api.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { look } from '../../ui/look.ts';
import { FieldButton } from '../../ui/ticket/FieldParts.tsx';

type Fields = Omit<TrailInput, 'source'>;
type Field = 'value' | 'activation';

interface TrailFieldsProps {
  readonly input: Fields;
  readonly errors: Readonly<Record<Field, string | undefined>>;
  /** Figures that what is wrong may name. */
  readonly bounds?: Bounds;
  /** Where what is wrong is said; absent: below each field. */
  readonly errorId?: string;
  readonly onChange: (next: Partial<Fields>) => void;
  readonly onLeave: (field: Field) => void;
}

/** Distance, by per cent or by an amount, and the price at which a trailing stop begins. */
export function TrailFields({ input, errors, bounds = {}, errorId, onChange, onLeave }: TrailFieldsProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const described = errorId === undefined ? {} : { errorId };
  const [unit, other] = input.by === 'rate' ? ['%', SETTLEMENT_ASSET] : [SETTLEMENT_ASSET, '%'];
  return (
    <>
      <NumberField
        name="trailValue"
        label={t('trailing.distance')}
        fullName={`${t('trailing.distance')} (${unit})`}
        value={input.value}
        error={errors.value}
        {...described}
        onChange={(value) => onChange({ value })}
        onLeave={() => onLeave('value')}
        after={
          <FieldButton
            aria-label={t('trade:inUnit', { asset: other })}
            // A per cent is no amount: what was typed goes with its meaning.
            onClick={() => onChange({ by: input.by === 'rate' ? 'distance' : 'rate', value: '' })}
          >
            <span className={look('flex middle gap1')}>
              {unit}
              <ArrowLeftRight size={12} aria-hidden="true" />
            </span>
          </FieldButton>
        }
      />
      <NumberField
        name="activation"
        label={t('trailing.activation')}
        fullName={t('trailing.activationFull')}
        value={input.activation}
        error={errors.activation}
        bounds={bounds}
        {...described}
        onChange={(activation) => onChange({ activation })}
        onLeave={() => onLeave('activation')}
      />
    </>
  );
}
