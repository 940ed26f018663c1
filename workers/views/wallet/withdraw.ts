import { TOTAL_ASSET } from '../../../domain/index.ts';
import type { WalletWithdrawFrame, WalletWithdrawView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { Asked } from './asked.ts';
import type { Infos } from './bounds.ts';
import { restKey } from './bounds.ts';
import type { Book } from './withdrawForm.ts';
import { withdrawForm } from './withdrawForm.ts';

/** A withdrawal to an address: what it comes to, what bounds it and what is wrong with it, as it is typed. */
export class WithdrawViewer implements LiveView<WalletWithdrawView> {
  readonly #deps: ViewDeps;
  readonly #infos: Asked<Infos>;
  readonly #book: Asked<Book>;
  #view: WalletWithdrawView;
  #seen = '';

  constructor(view: WalletWithdrawView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#infos = new Asked(() => deps.call('withdraw.infos', {}), deps.clock);
    this.#book = new Asked(() => deps.call('withdraw.addresses', {}), deps.clock);
  }

  update(view: WalletWithdrawView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#infos.close();
    this.#book.close();
  }

  frame(): WalletWithdrawFrame | undefined {
    const { funds } = this.#deps;
    const { data } = this.#infos;
    const rest = restKey(data, this.#infos.now(data?.now));
    this.#infos.follow(`${funds.version} ${funds.walletVersion} ${rest}`);
    this.#book.follow(`${funds.profileVersion}`);
    const seen = `${this.#infos.version} ${this.#book.version}`;
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    const failed = this.#infos.failed ?? this.#book.failed;
    const form = this.#form();
    return {
      kind: 'walletWithdraw',
      view: this.#view,
      ...(failed ? { failed } : {}),
      ...(form ? { form } : {}),
    };
  }

  #form(): WalletWithdrawFrame['form'] {
    const { words, rows } = this.#deps;
    const { data: infos } = this.#infos;
    const { data: book } = this.#book;
    if (!infos || !book) return undefined;
    return withdrawForm(this.#view, {
      infos,
      book,
      now: this.#infos.now(infos.now),
      words: words(),
      iconOf: (asset) => rows.row(`${asset}-${TOTAL_ASSET}`)?.market.iconId ?? null,
    });
  }
}
