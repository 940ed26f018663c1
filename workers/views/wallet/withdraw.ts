import { combineLatest } from 'rxjs';
import { TOTAL_ASSET } from '../../../domain/index.ts';
import type { WalletWithdrawFrame, WalletWithdrawView } from '../../protocol.ts';
import { forEachOwner } from '../owner.ts';
import type { Answer } from '../requested.ts';
import { requested } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';
import type { Infos } from './bounds.ts';
import { exchangeNow, withdrawInfos } from './bounds.ts';
import type { Book } from './withdrawForm.ts';
import { withdrawForm } from './withdrawForm.ts';

type State = readonly [infos: Answer<Infos>, book: Answer<Book>];

/** A withdrawal to an address: what it comes to, what bounds it and what is wrong with it, as it is typed. */
export const withdrawView = projected<WalletWithdrawView, State, WalletWithdrawFrame>({
  state(view$, deps) {
    const book$ = requested(view$, deps, {
      request: () => deps.call('withdraw.addresses', {}),
      key: () => `${deps.funds.profileVersion}`,
    });
    return forEachOwner(combineLatest([withdrawInfos(deps), book$]), deps);
  },
  frame(view, [infos, book], deps) {
    const failed = infos.failed ?? book.failed;
    const form = formOf(view, infos, book.data, deps);
    return { kind: 'walletWithdraw', view, ...(failed ? { failed } : {}), ...(form ? { form } : {}) };
  },
});

function formOf(
  view: WalletWithdrawView,
  answer: Answer<Infos>,
  book: Book | undefined,
  deps: ViewDeps,
): WalletWithdrawFrame['form'] {
  const { words, rows } = deps;
  if (!answer.data || !book) return undefined;
  return withdrawForm(view, {
    infos: answer.data,
    book,
    now: exchangeNow(answer, deps),
    words: words(),
    iconOf: (asset) => rows.row(`${asset}-${TOTAL_ASSET}`)?.market.iconId ?? null,
  });
}
