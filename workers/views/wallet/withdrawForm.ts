import type { AddressRow, Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { AddressReading, Dec, RefusalCode } from '../../../domain/index.ts';
import {
  amountText,
  defined,
  NO_FIGURE,
  readAddressOf,
  receivedOf,
  typedAmount,
  withdrawRefusal,
} from '../../../domain/index.ts';
import type { BookLine, ChainLine, WalletWithdrawFrame, WalletWithdrawView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Currency, Infos } from './bounds.ts';
import { blockedOf, boundsOf, limitsOf, restOf } from './bounds.ts';

export type Book = ResponseOf<Calls['withdraw.addresses']>;
type Form = NonNullable<WalletWithdrawFrame['form']>;
type Chain = Currency['chains'][number];

/** What stands of a withdrawal beside what is typed. */
export interface WithdrawFacts {
  readonly infos: Infos;
  readonly book: Book;
  /** The exchange's clock, ms UTC. */
  readonly now: number;
  readonly words: Words;
  readonly iconOf: (asset: string) => number | null;
}

/** What a withdrawal comes to as it is typed; undefined where nothing can be withdrawn at all. */
export function withdrawForm(view: WalletWithdrawView, facts: WithdrawFacts): Form | undefined {
  const { infos, book, now, words, iconOf } = facts;
  const currency = chosen(infos.currencies, ({ currency: code }) => code === view.currency);
  const chain = currency && chosen(currency.chains, ({ chain: code }) => code === view.chain);
  if (!currency || !chain) return undefined;
  const listed = book.addresses.filter(
    (each) => each.currency === currency.currency && each.chain === chain.chain,
  );
  const isListedOnly = infos.whitelist.on;
  const reading = readAddressOf(chain.family, view.address);
  const named = listed.find(({ address }) => address === reading.address);
  const address = addressRefusal(reading, named, isListedOnly, now);
  const amount = amountOf(view, currency, chain, words);
  const blocked = blockedOf(infos, currency);
  return {
    ...amount.texts,
    currencies: infos.currencies.map(({ currency: code }) => ({ currency: code, iconId: iconOf(code) })),
    currency: currency.currency,
    chain: chain.chain,
    chains: currency.chains.map((each) => chainLine(each, words)),
    book: listed.map((each) => bookLine(each, isListedOnly, now)),
    whitelist: isListedOnly,
    limits: limitsOf(currency, amount.bounds, infos.level, words),
    fee: amountText(chain.fee, words.style),
    reading: readingOf(reading),
    label: named?.label ?? '',
    errors: {
      ...(address ? { address } : {}),
      ...(amount.refusal ? { amount: amount.refusal } : {}),
    },
    ...restOf(infos),
    ...(blocked ? { blocked } : {}),
    proof: infos.proof,
    ...(blocked || address || reading.address === undefined || amount.valid === undefined
      ? {}
      : {
          order: {
            currency: currency.currency,
            chain: chain.chain,
            address: reading.address,
            amount: amount.valid,
          },
        }),
  };
}

/** The one that is requested, or the first. */
function chosen<T>(all: readonly T[], isWanted: (each: T) => boolean): T | undefined {
  return all.find(isWanted) ?? all[0];
}

function amountOf({ amount }: WalletWithdrawView, currency: Currency, chain: Chain, { style }: Words) {
  const typed = typedAmount(amount);
  const bounds = boundsOf(currency, chain.fee, chain.decimals);
  const refusal = bounds && withdrawRefusal(typed ?? '', bounds);
  const text = (value: (typed: Dec) => Dec) =>
    typed === undefined ? NO_FIGURE : amountText(value(typed), style);
  return {
    bounds,
    refusal,
    /** What can be sent as it is. */
    valid: bounds && !refusal ? typed : undefined,
    texts: { amount: text((value) => value), received: text((value) => receivedOf(value, chain.fee)) },
  };
}

function chainLine({ chain, family, fee, confirmations }: Chain, { style }: Words): ChainLine {
  return { chain, family, fee: amountText(fee, style), confirmations };
}

function readingOf({ family, address }: AddressReading): Form['reading'] {
  return { ...defined({ family, address }) };
}

function addressRefusal(
  reading: AddressReading,
  named: AddressRow | undefined,
  isListedOnly: boolean,
  now: number,
): RefusalCode | undefined {
  if (reading.refusal !== undefined) return reading.refusal;
  if (!isListedOnly) return undefined;
  if (!named) return 'addressNotListed';
  return named.usableAt > now ? 'addressTooNew' : undefined;
}

function bookLine(
  { id, address, label, usableAt }: AddressRow,
  isListedOnly: boolean,
  now: number,
): BookLine {
  return { id, address, label, restsUntil: isListedOnly && usableAt > now ? usableAt : null };
}
