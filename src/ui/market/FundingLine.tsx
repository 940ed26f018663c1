import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesHeadTexts } from '../../../workers/api.ts';
import { look } from '../look.ts';
import styles from './FundingLine.module.css';

interface FundingLineProps {
  readonly frame: FuturesHeadTexts | undefined;
  /** Gives way on the smallest phones. */
  readonly isSpare?: boolean | undefined;
}

/** Mark, index and the funding under way. */
export function FundingLine({ frame, isSpare }: FundingLineProps) {
  const { t } = useTranslation('perpetual');
  return (
    <FactLine isSpare={isSpare}>
      <div>
        <dt>{t('mark')}</dt>
        <dd>{frame?.mark}</dd>
      </div>
      <div className={styles['index']}>
        <dt>{t('index')}</dt>
        <dd>{frame?.index}</dd>
      </div>
      <div>
        <dt>{t('funding')}</dt>
        <dd>{frame ? fundingOf(frame) : ''}</dd>
      </div>
      {frame?.opensIn ? <div className={look('warning')}>{t('opensIn', { time: frame.opensIn })}</div> : null}
    </FactLine>
  );
}

interface FactLineProps extends Pick<FundingLineProps, 'isSpare'> {
  readonly children: ReactNode;
}

/** Facts of a market in one line. */
export function FactLine({ isSpare, children }: FactLineProps) {
  return (
    <dl className={look('flex across4 mini rigid', styles['funding'])} data-spare={isSpare}>
      {children}
    </dl>
  );
}

const fundingOf = ({ funding, fundingEvery, fundingIn }: FuturesHeadTexts): string =>
  `${funding}${fundingEvery === '' ? '' : ` / ${fundingEvery}`} · ${fundingIn}`;
