import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountKinds, movementKinds } from '../../../domain/index.ts';
import type { BalancesView } from '../../../workers/api.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { useView } from '../../state/useView.ts';
import styles from './RecordFilters.module.css';

type Name = 'asset' | 'account' | 'kind' | 'from' | 'to';

interface RecordFiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

/** Narrows the records down. */
export function RecordFilters({ params, onChange }: RecordFiltersProps) {
  const { t } = useTranslation('funds');
  const accounts = useAccountNames();
  const kinds = useMovementNames();
  const assets = useAssets(params.get('asset'));
  const value = (name: Name) => params.get(name) ?? '';
  const set = (name: Name) => (text: string) => {
    const next = new URLSearchParams(params);
    if (text === '') next.delete(name);
    else next.set(name, text);
    onChange(next);
  };
  return (
    <form className={styles['filters']} onSubmit={(event) => event.preventDefault()}>
      <Choice
        name={t('records.asset')}
        value={value('asset')}
        options={assets.map((id) => ({ id, text: id }))}
        onChange={set('asset')}
      />
      <Choice
        name={t('records.account')}
        value={value('account')}
        options={accountKinds.map((id) => ({ id, text: accounts[id] }))}
        onChange={set('account')}
      />
      <Choice
        name={t('records.kind')}
        value={value('kind')}
        options={movementKinds.map((id) => ({ id, text: kinds[id] }))}
        onChange={set('kind')}
      />
      <Day name={t('records.from')} value={value('from')} max={value('to')} onChange={set('from')} />
      <Day name={t('records.to')} value={value('to')} min={value('from')} onChange={set('to')} />
      {params.size > 0 ? (
        <button type="button" onClick={() => onChange(new URLSearchParams())}>
          {t('records.clear')}
        </button>
      ) : null}
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly onChange: (id: string) => void;
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation('funds');
  return (
    <label>
      <span>{name}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('records.all')}</option>
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayProps {
  readonly name: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function Day({ name, value, min, max, onChange }: DayProps) {
  return (
    <label>
      <span>{name}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

const everything: BalancesView = { kind: 'balances' };

/** The assets that the person has, and the chosen one. */
function useAssets(chosen: string | null): readonly string[] {
  const [names, setNames] = useState('');
  useView(everything, ({ lines }) =>
    setNames(
      lines
        .map(({ asset }) => asset)
        .sort()
        .join(' '),
    ),
  );
  const assets = names === '' ? [] : names.split(' ');
  return chosen && !assets.includes(chosen) ? [chosen, ...assets] : assets;
}
