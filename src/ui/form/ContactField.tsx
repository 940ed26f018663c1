import { ChevronDown, Phone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { CountrySheet } from './CountrySheet.tsx';
import type { ContactEntry } from './contact.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

interface ContactFieldProps {
  readonly label: string;
  readonly entry: ContactEntry;
  /** What the field takes. */
  readonly takes: 'both' | 'email' | 'phone';
  readonly autoComplete: 'username' | 'email' | 'tel';
}

/** Address or number in one field; a number has its calling code before it. */
export function ContactField({ label, entry, takes, autoComplete }: ContactFieldProps) {
  const { ofCode } = useRefusalWords();
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = takes === 'phone' || entry.kind === 'phone';
  const calling = <Prefix entry={entry} onOpen={() => setIsOpen(true)} />;
  return (
    <>
      <Field
        name="contact"
        label={label}
        inputMode={takes === 'phone' ? 'tel' : 'email'}
        autoComplete={autoComplete}
        maxLength={254}
        rules={{ validate: (text) => ofCode(entry.refusalOf(text)) }}
        // An address has none: there it is the way to a number.
        {...(takes === 'email' ? {} : isPhone ? { before: calling } : { after: calling })}
      />
      {isOpen ? (
        <CountrySheet
          chosen={entry.calling}
          onChoose={(calling) => {
            entry.chooseCalling(calling);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function Prefix({ entry, onOpen }: { readonly entry: ContactEntry; readonly onOpen: () => void }) {
  const { t } = useTranslation('account');
  const isPhone = entry.kind === 'phone';
  const code = `+${entry.calling.code}`;
  return (
    <button
      type="button"
      className={styles['prefix']}
      aria-haspopup="dialog"
      aria-label={isPhone ? t('country.chosen', { code }) : t('country.choose')}
      onClick={onOpen}
    >
      {isPhone ? code : <Phone size={18} aria-hidden="true" />}
      <ChevronDown size={14} aria-hidden="true" />
    </button>
  );
}
