import type { ConversionRow } from '../../../domain/contract/index.ts';
import { amountText, convertSpread } from '../../../domain/index.ts';
import type { ConversionLine, ConversionsFilter, ConversionsFrame, ConversionsView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { Pages } from '../pages.ts';
import { momentText } from '../perpetual/texts.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { rateText, shareText } from './prices.ts';

const PAGE = 50;

/** The request's part of a filter. */
export function conversionsRequest({ asset, conversion, from, to }: ConversionsFilter) {
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(conversion === undefined ? {} : { kind: conversion }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Conversions, page by page as far as the reader scrolls; new ones come by themselves. */
export class ConversionsViewer implements LiveView<ConversionsView> {
  readonly #deps: ViewDeps;
  readonly #pages: Pages<ConversionRow, number>;
  #view: ConversionsView;
  /** The state of the funds that the newest row was read at. */
  #seen = -1;

  constructor(view: ConversionsView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#pages = new Pages(
      (before) =>
        deps.call('convert.list', {
          ...conversionsRequest(this.#view),
          limit: PAGE,
          ...(before === undefined ? {} : { before }),
        }),
      view.want,
    );
    this.#loadNewest();
  }

  update(view: ConversionsView): void {
    const isSame =
      JSON.stringify(conversionsRequest(view)) === JSON.stringify(conversionsRequest(this.#view));
    this.#view = view;
    if (isSame) this.#pages.more(view.want);
    else this.#pages.restart(view.want);
  }

  refresh(): void {
    this.#pages.isChanged = true;
  }

  close(): void {
    this.#pages.close();
  }

  frame(): ConversionsFrame | undefined {
    const pages = this.#pages;
    if (pages.isSettled && this.#deps.funds.version !== this.#seen) this.#loadNewest();
    if (!pages.isChanged) return undefined;
    pages.isChanged = false;
    return {
      kind: 'conversions',
      lines: pages.rows.map((row) => lineOf(row, this.#deps.words())),
      more: pages.hasMore,
      loading: pages.isLoading,
      ...(pages.failed ? { failed: pages.failed } : {}),
    };
  }

  #loadNewest(): void {
    this.#seen = this.#deps.funds.version;
    void this.#pages.loadNewest();
  }
}

function lineOf(row: ConversionRow, words: Words): ConversionLine {
  const { style } = words;
  const { id, kind, from, to, fromAmount, toAmount, price, at, journal } = row;
  return {
    id,
    conversion: kind,
    from,
    to,
    given: amountText(fromAmount, style),
    received: amountText(toAmount, style),
    price: `1 ${from} = ${rateText(price, style)} ${to}`,
    spread: shareText(convertSpread(row), style),
    time: momentText(at, words),
    entry: `${journal}`,
    digits: fromAmount,
  };
}
