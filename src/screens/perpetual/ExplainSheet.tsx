import { useTranslation } from 'react-i18next';
import type { ExplainedFigure, ExplainedNumber } from '../../../workers/api.ts';
import { formulas, useFormulaNames } from '../../i18n/perpetual.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';

const EQUALS = '=';

/** A number that is being explained. */
export interface Explained {
  readonly market: string;
  readonly figure: ExplainedFigure;
}

interface ExplainSheetProps {
  readonly number: ExplainedNumber;
  readonly onClose: () => void;
}

/** A number's formula with its exact inputs, as they are now. */
export function ExplainSheet({ number, onClose }: ExplainSheetProps) {
  const { t } = useTranslation('perpetual');
  const names = useFormulaNames();
  return (
    <Sheet title={names[number.formula]} onClose={onClose}>
      <p className={look('faint')}>{t('explain.text')}</p>
      <Explanation number={number} />
      <CopyText text={number.copy} label={t('explain.copy')} />
    </Sheet>
  );
}

function Explanation({ number }: Pick<ExplainSheetProps, 'number'>) {
  const { t } = useTranslation('perpetual');
  const names = useFormulaNames();
  const { formula, kind, value, inputs, parts } = number;
  const result = kind === 'never' ? t('never') : kind === 'due' ? t('due') : value || '--';
  return (
    <div className={look('stack')}>
      <code className={look('block pad3 small breaks ground2 round2')}>{formulas[formula]}</code>
      <dl className={look('stack1 small')}>
        {inputs.map((input) => (
          <div className={look('flex spread gap3')} key={input.name}>
            <dt>{input.name}</dt>
            <dd className={look('breaks right')}>{input.value}</dd>
          </div>
        ))}
        <div className={look('flex spread gap3')}>
          <dt>{EQUALS}</dt>
          <dd className={look('breaks right')}>
            <b>{result}</b>
          </dd>
        </div>
      </dl>
      {parts.map(({ name, explained }) => (
        <details key={name}>
          <summary>{`${name} · ${names[explained.formula]}`}</summary>
          <Explanation number={explained} />
        </details>
      ))}
    </div>
  );
}
