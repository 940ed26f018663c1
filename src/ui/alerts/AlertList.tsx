import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AlertLine, AlertsView } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { useTurn } from '../../state/useTurn.ts';
import { useUserView } from '../../state/useUserView.ts';
import { ButtonLink, IconButton } from '../Button.tsx';
import { FormError } from '../form/Form.tsx';
import { look } from '../look.ts';
import { Failed, Notice } from '../Notice.tsx';
import { Skeleton } from '../Skeleton.tsx';

/** Price alerts of the logged-in user, newest first. @param market only of this one; else of all. */
export function AlertList({ market }: { readonly market?: string }) {
  const { t } = useTranslation('shell');
  const { ofRefusal } = useRefusalWords();
  const [view, again] = useTurn<AlertsView>({ kind: 'alerts', turn: 0, ...(market ? { market } : {}) });
  const frame = useUserView(view);
  const [failure, setFailure] = useState<string>();
  const remove = async (id: number) => {
    const result = await ask('alert.remove', { id });
    setFailure(result.ok ? undefined : ofRefusal(result.error));
    again();
  };
  if (!frame?.alerts) return frame?.failed ? <Failed onRetry={again} /> : <Skeleton rows={3} />;
  const { lines, live, most } = frame.alerts;
  if (lines.length === 0) return market === undefined ? <Empty /> : null;
  return (
    <section>
      <FormError text={failure} />
      <ul className={look('divided')}>
        {lines.map((line) => (
          <AlertRow key={line.id} line={line} isNamed={market === undefined} onRemove={remove} />
        ))}
      </ul>
      {market === undefined ? <p className={look('tiny')}>{t('alert.room', { count: live, most })}</p> : null}
    </section>
  );
}

function Empty() {
  const { t } = useTranslation('shell');
  return (
    <Notice title={t('alert.empty')} text={t('alert.emptyText')}>
      <ButtonLink to="/market">{t('alert.findMarket')}</ButtonLink>
    </Notice>
  );
}

interface AlertRowProps {
  readonly line: AlertLine;
  /** Whether the market is said, where there are others too. */
  readonly isNamed: boolean;
  readonly onRemove: (id: number) => Promise<void>;
}

function AlertRow({ line, isNamed, onRemove }: AlertRowProps) {
  const { t } = useTranslation('shell');
  const [isBusy, setBusy] = useState(false);
  const { id, market, name, direction, price, repeats, state, fired } = line;
  const states = { waiting: t('alert.waiting'), resting: t('alert.resting'), reached: t('alert.reached') };
  const goal = direction === 'above' ? t('alert.atLeast', { price }) : t('alert.atMost', { price });
  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    await onRemove(id);
    setBusy(false);
  };
  return (
    <li className={look('row spread high2')}>
      <div className={look('grid tight breaks')}>
        {isNamed ? (
          <Link className={look('quiet')} to={`/coinDetail/${market}`}>
            {name}
          </Link>
        ) : null}
        <b>{goal}</b>
        <span className={state === 'waiting' ? look('faint') : look('accent small')}>
          {states[state]}
          {fired ? ` · ${t('alert.fired', fired)}` : ''}
        </span>
        <span className={look('faint')}>{repeats ? t('alert.always') : t('alert.once')}</span>
      </div>
      <IconButton
        look="faint"
        label={`${t('alert.remove')}: ${name} ${goal}`}
        aria-busy={isBusy}
        onClick={() => void remove()}
      >
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
