import { Check } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../app/chunks.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { Empty } from '../Empty.tsx';
import { look } from '../look.ts';
import { Failed } from '../Notice.tsx';
import { Press } from '../Press.tsx';
import { SearchField } from '../SearchField.tsx';
import { Skeleton } from '../Skeleton.tsx';
import type { Calling } from './contact.ts';
import type { Country } from './countries.ts';

const loadCountries = lazyChunk(() => import('./countries.ts'));
type Countries = Awaited<ReturnType<typeof loadCountries>>;

const MOST_CHARACTERS = 40;

interface CountrySheetProps {
  readonly chosen: Calling;
  readonly onChoose: (calling: Calling) => void;
  readonly onClose: () => void;
}

/** Picks a country's calling code. */
export function CountrySheet({ chosen, onChoose, onClose }: CountrySheetProps) {
  const { t } = useTranslation('account');
  const [countries, setCountries] = useState<Countries | 'failed'>();
  const [typed, setTyped] = useState('');
  const load = useCallback(() => {
    setCountries(undefined);
    loadCountries().then(setCountries, () => setCountries('failed'));
  }, []);
  useEffect(load, [load]);
  return (
    <Sheet title={t('country.title')} onClose={onClose}>
      <SearchField
        isInset
        label={t('country.search')}
        placeholder={t('country.search')}
        value={typed}
        most={MOST_CHARACTERS}
        isBrowsed
        onType={setTyped}
      />
      <div className={look('scrolls listing')}>
        {countries === 'failed' ? <Failed onRetry={load} /> : null}
        {countries ? null : <Skeleton rows={6} />}
        {countries && countries !== 'failed' ? (
          <Found countries={countries} typed={typed} chosen={chosen} onChoose={onChoose} />
        ) : null}
      </div>
    </Sheet>
  );
}

/** Brings the country in force into sight. */
const reveal = (button: HTMLElement | null): void => button?.scrollIntoView?.({ block: 'center' });

interface FoundProps {
  readonly countries: Countries;
  readonly typed: string;
  readonly chosen: Calling;
  readonly onChoose: (calling: Calling) => void;
}

function Found({ countries: { listCountries, findCountries }, typed, chosen, onChoose }: FoundProps) {
  const { t, i18n } = useTranslation('account');
  const [all, setAll] = useState<readonly Country[]>([]);
  useEffect(() => setAll(listCountries(i18n.language)), [listCountries, i18n.language]);
  const found = findCountries(all, typed);
  if (all.length > 0 && found.length === 0) return <Empty>{t('country.none')}</Empty>;
  return found.map(({ id, name, callingCode }) => (
    <Press
      look="row"
      key={id}
      ref={id === chosen.country ? reveal : undefined}
      isChosen={id === chosen.country}
      onClick={() => onChoose({ code: callingCode, country: id })}
    >
      <span className={look('grows')}>{name}</span>
      <span className={look('text')}>{`+${callingCode}`}</span>
      <Check size={18} aria-hidden="true" />
    </Press>
  ));
}
