import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardRow } from '../../../domain/contract/index.ts';
import { ask } from '../../state/login.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Press } from '../../ui/Press.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';
import { CardSheet } from './CardSheet.tsx';
import type { BankControl } from './useBank.ts';
import styles from './Wallet.module.css';

interface CardsProps {
  readonly control: BankControl;
  /** The name that a cardholder must have; null before somebody is verified. */
  readonly verifiedName: string | null;
}

/** Saved bank cards, one of which is paid. */
export function Cards({ control, verifiedName }: CardsProps) {
  const { t } = useTranslation('wallet');
  const { cards, cardsRefusal, card, change, reloadCards } = control;
  const [isAdding, setAdding] = useState(false);
  return (
    <section>
      <div className={look('between', styles['head'])}>
        <h2>{t('bank.card')}</h2>
        <Button look="link" size="s" onClick={() => setAdding(true)}>
          {t('bank.add')}
        </Button>
      </div>
      {cardsRefusal ? <Failed onRetry={() => void reloadCards()} why={cardsRefusal} /> : null}
      {cards || cardsRefusal ? null : <Skeleton rows={1} />}
      {cards?.length === 0 ? <p className={look('faint')}>{t('bank.noCards')}</p> : null}
      {cards?.map((each) => (
        <Card
          key={each.id}
          card={each}
          isChosen={each.id === card?.id}
          onChoose={() => change({ card: `${each.id}` })}
          onRemoved={() => void reloadCards()}
        />
      ))}
      {isAdding ? (
        <CardSheet
          verifiedName={verifiedName}
          onClose={() => setAdding(false)}
          onSaved={(id) => {
            setAdding(false);
            change({ card: `${id}` });
            void reloadCards();
          }}
        />
      ) : null}
    </section>
  );
}

interface CardProps {
  readonly card: CardRow;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onRemoved: () => void;
}

function Card({ card, isChosen, onChoose, onRemoved }: CardProps) {
  const { t } = useTranslation('wallet');
  const toastRefusal = useRefusalToast();
  const [isConfirming, setConfirming] = useState(false);
  const remove = async () => {
    setConfirming(false);
    const result = await ask('withdraw.removeCard', { id: card.id });
    if (!result.ok) toastRefusal('card:remove', t('bank.remove'), result.error);
    // One that another device has removed is gone here too.
    onRemoved();
  };
  return (
    <div
      className={look('flex middle padSide3 framed ground1', styles['choice'])}
      data-chosen={isChosen || undefined}
    >
      <Press className={look('grid tight breaks left grows')} isChosen={isChosen} onClick={onChoose}>
        <b>{`${card.bank} ${card.number}`}</b>
        <small>{`${card.holder} · ${card.branch}`}</small>
      </Press>
      <IconButton look="faint" label={t('bank.remove')} onClick={() => setConfirming(true)}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
      {isConfirming ? (
        <Confirm
          title={t('bank.removeTitle')}
          confirm={t('bank.remove')}
          cancel={t('keep')}
          onConfirm={() => void remove()}
          onCancel={() => setConfirming(false)}
        >
          <p>{`${card.bank} ${card.number}`}</p>
        </Confirm>
      ) : null}
    </div>
  );
}
