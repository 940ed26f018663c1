import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode } from '../../../domain/index.ts';
import {
  amountText,
  BANK_DECIMALS,
  isRefusalCode,
  TOTAL_ASSET,
  withdrawRefusal,
} from '../../../domain/index.ts';
import type { BankQuoteLine, WalletBankFrame, WalletBankView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { LiveView } from '../live.ts';
import { typedDec } from '../typed.ts';
import type { ViewDeps } from '../view.ts';
import { Asked } from './asked.ts';
import type { Infos } from './bounds.ts';
import { blockedOf, boundsOf, limitsOf, restKey, restOf } from './bounds.ts';
import { fiatText } from './texts.ts';

type Quote = ResponseOf<Calls['withdraw.bankQuote']>;

/** Typing has come to rest after this time: a rate is locked for an amount that stays. */
const REST_MS = 500;
/** A rate is renewed while it still has this long to go, so that one is always there to be taken. */
const RENEW_MS = 5_000;

/** A withdrawal to a bank card: its bounds, and a locked rate for exactly what is typed. */
export class BankViewer implements LiveView<WalletBankView> {
  readonly #deps: ViewDeps;
  readonly #infos: Asked<Infos>;
  readonly #quote: Asked<Quote>;
  #view: WalletBankView;
  #seen = '';
  /** What a rate is wanted for, and since when, monotonic. */
  #wanted: { readonly fiat: WalletBankView['fiat']; readonly amount: Dec; readonly at: number } | undefined;
  #renewals = 0;

  constructor(view: WalletBankView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#infos = new Asked(() => deps.call('withdraw.infos', {}), deps.clock);
    this.#quote = new Asked(async () => {
      const { fiat, amount } = this.#wanted ?? { fiat: this.#view.fiat, amount: '0' };
      return deps.call('withdraw.bankQuote', { fiat, amount });
    }, deps.clock);
  }

  update(view: WalletBankView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#infos.close();
    this.#quote.close();
  }

  frame(): WalletBankFrame | undefined {
    const { funds } = this.#deps;
    const infos = this.#infos.data;
    const rest = restKey(infos, this.#infos.now(infos?.now));
    this.#infos.follow(`${funds.version} ${funds.walletVersion} ${rest}`);
    const form = infos && this.#form(infos);
    const seen = `${this.#infos.version} ${this.#quote.version}`;
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return {
      kind: 'walletBank',
      view: this.#view,
      ...(this.#infos.failed ? { failed: this.#infos.failed } : {}),
      ...(form ? { form } : {}),
    };
  }

  #form(infos: Infos): WalletBankFrame['form'] {
    const currency = infos.currencies.find((each) => each.currency === TOTAL_ASSET);
    if (!currency) return undefined;
    const { bank, level, proof } = infos;
    const words = this.#deps.words();
    const bounds = boundsOf(currency, bank.fee, BANK_DECIMALS);
    const typed = typedDec(this.#view.amount, words.style);
    const refusal = bounds && withdrawRefusal(typed ?? '', bounds);
    const blocked = bankBlocked(infos) ?? blockedOf(infos, currency);
    this.#want(bounds && !refusal && !blocked ? typed : undefined);
    return {
      fiats: bank.currencies,
      limits: limitsOf(currency, bounds, level, words),
      fee: amountText(bank.fee, words.style),
      fiatLeft: amountText(bank.day.left, words.style),
      fiatMost: amountText(bank.day.most, words.style),
      verifiedName: bank.verifiedName,
      errors: refusal ? { amount: refusal } : {},
      ...restOf(infos),
      ...(blocked ? { blocked } : {}),
      proof,
      ...this.#quoted(words),
    };
  }

  /** Asks for a rate once the amount has come to rest, and for the next one before it ends. */
  #want(amount: Dec | undefined): void {
    const { clock } = this.#deps;
    const { fiat } = this.#view;
    if (amount === undefined) {
      if (this.#wanted) this.#quote.restart();
      this.#wanted = undefined;
      return;
    }
    if (this.#wanted?.amount !== amount || this.#wanted.fiat !== fiat) {
      this.#quote.restart();
      this.#wanted = { fiat, amount, at: clock.monotonic() };
    }
    if (clock.monotonic() - this.#wanted.at < REST_MS) return;
    const { data, at } = this.#quote;
    if (data && clock.now() > expiryOf(data, at) - RENEW_MS) this.#renewals += 1;
    this.#quote.follow(`${amount} ${fiat} ${this.#renewals}`);
  }

  #quoted({ style }: Words): Pick<NonNullable<WalletBankFrame['form']>, 'quote' | 'quoteFailed'> {
    const { data, at, failed } = this.#quote;
    if (!data) return failed ? { quoteFailed: failed } : {};
    const quote: BankQuoteLine = {
      id: data.id,
      fiat: data.fiat,
      amount: amountText(data.amount, style),
      amountExact: data.amount,
      fee: amountText(data.fee, style),
      rate: amountText(data.rate, style),
      market: amountText(data.market, style),
      received: fiatText(data.received, data.fiat, style),
      expiresAt: expiryOf(data, at),
    };
    return { quote };
  }
}

/** When a rate ends, by this device's clock. */
const expiryOf = ({ now, expiresAt }: Quote, at: number): number => at + expiresAt - now;

function bankBlocked({ bank }: Infos): RefusalCode | undefined {
  if (bank.blocked === null) return undefined;
  return isRefusalCode(bank.blocked) ? bank.blocked : 'unavailable';
}
