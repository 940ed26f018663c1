import { useState } from 'react';
import type { BalancesView } from '../../workers/api.ts';
import { useView } from './useView.ts';

const everything: BalancesView = { kind: 'balances' };

/** The assets that the user has, and the chosen one. */
export function useOwnAssets(chosen: string | null): readonly string[] {
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
