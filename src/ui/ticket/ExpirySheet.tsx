import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expiryRefusal } from '../../../domain/index.ts';
import { useExpiryNames } from '../../i18n/orderTexts.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { exchangeNow } from '../../state/status.ts';
import { Button } from '../Button.tsx';
import { Chips } from '../Chip.tsx';
import { Sheet } from '../dialog/Sheet.tsx';
import { Calendar } from '../form/Calendar.tsx';
import { addDays, dayText } from '../form/calendarDays.ts';
import { LabelledInput } from '../form/Field.tsx';
import { look } from '../look.ts';
import type { Expiry } from './expiry.ts';
import { EXPIRY_PRESETS, expiresAtOf, isPreset, ownExpiry, timeOf } from './expiry.ts';

interface ExpirySheetProps {
  readonly expiry: Expiry;
  readonly onChoose: (expiry: Expiry) => void;
  readonly onClose: () => void;
}

/** The longest that an order lives, days. */
const MOST_DAYS = 366;

/** Until when an order is good: one of some with a tap, or a day and a time of one's own. */
export function ExpirySheet({ expiry, onChoose, onClose }: ExpirySheetProps) {
  const { t } = useTranslation('trade');
  const presets = useExpiryNames();
  const { ofCode } = useRefusalWords();
  const [now] = useState(exchangeNow);
  const [isOwn, setOwn] = useState(!isPreset(expiry));
  const start = ownExpiry(expiresAtOf(expiry, now));
  const [day, setDay] = useState(start.slice(0, 10));
  const [typed, setTyped] = useState(start.slice(11));
  const [isTried, setTried] = useState(false);
  const choose = (next: Expiry) => {
    onChoose(next);
    onClose();
  };
  const time = timeOf(typed);
  const own = time === undefined ? undefined : `${day}T${time}`;
  const refusal =
    own === undefined ? 'orderExpiry' : expiryRefusal({ expiresAt: expiresAtOf(own, now) }, now);
  const today = dayText(new Date(now));
  const submit = () => (own === undefined || refusal ? setTried(true) : choose(own));
  return (
    <Sheet
      title={t('expiry.title')}
      onClose={onClose}
      footer={
        isOwn ? (
          <Button look="main" onClick={submit}>
            {t('expiry.choose')}
          </Button>
        ) : undefined
      }
    >
      <div className={look('stack3')}>
        <Chips
          label={t('expiry.title')}
          options={[
            ...EXPIRY_PRESETS.map((id) => ({ id, text: presets[id] })),
            { id: 'own' as const, text: t('expiry.own') },
          ]}
          selected={isOwn ? 'own' : isPreset(expiry) ? expiry : undefined}
          onSelect={(id) => (id === 'own' ? setOwn(true) : choose(id))}
        />
        {isOwn ? (
          <>
            <LabelledInput
              label={t('expiry.time')}
              name="expiryTime"
              inputMode="text"
              autoComplete="off"
              maxLength={5}
              value={typed}
              error={isTried && refusal ? ofCode(refusal) : undefined}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Calendar
              label={t('expiry.title')}
              from={day}
              to={day}
              today={today}
              bounds={{ first: today, last: addDays(today, MOST_DAYS) }}
              shown={day}
              onPick={setDay}
            />
          </>
        ) : null}
      </div>
    </Sheet>
  );
}
