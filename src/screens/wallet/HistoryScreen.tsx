import type { ReactNode } from 'react';
import { Fragment, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { WalletExport } from '../../../workers/api.ts';
import { ask, login } from '../../state/login.ts';
import type { Choice } from '../../ui/records/FilterSheet.tsx';
import { Filters } from '../../ui/records/Filters.tsx';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';

interface HistoryScreenProps<Filter> {
  readonly title: string;
  readonly up: string;
  /** What the file is of, for its name. */
  readonly file: string;
  /** Pure: the address is read again only when it changes. */
  readonly filterFrom: (params: URLSearchParams) => Filter;
  readonly exportOf: (filter: Filter) => WalletExport;
  readonly choices: readonly Choice[];
  readonly list: (filter: Filter, onRetry: () => void) => ReactNode;
}

/** A history with its filter, which stands in the address, and its file. */
export function HistoryScreen<Filter>(props: HistoryScreenProps<Filter>) {
  const { title, up, file: name, filterFrom, exportOf, choices, list } = props;
  const { t } = useTranslation('wallet');
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const text = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(text)), [filterFrom, text]);
  const file = useExport(name, params, () => ask('exportWallet', exportOf(filter)));
  const change = (next: URLSearchParams) => setParams(next, { replace: true });
  return (
    <Screen title={title} up={up} actions={token === null ? null : <SaveButton file={file} />}>
      {token === null ? (
        <SignInFirst gain={t('signedOut')} />
      ) : (
        <>
          <SaveState file={file} />
          <Filters params={params} onChange={change} choices={choices} />
          <Fragment key={`${attempt} ${text}`}>
            {list(filter, () => setAttempt((count) => count + 1))}
          </Fragment>
        </>
      )}
    </Screen>
  );
}
