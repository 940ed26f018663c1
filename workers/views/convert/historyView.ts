import type { ConversionRow } from '../../../domain/contract/index.ts';
import { amountText, convertSpread, defined } from '../../../domain/index.ts';
import type { ConversionLine, ConversionsFilter, ConversionsFrame, ConversionsView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { timed } from '../../session/words.ts';
import { moneyVersion, pagedView } from '../pagedView.ts';
import { rateText, shareText } from './prices.ts';

/** The request's part of a filter. */
export const conversionsRequest = ({ asset, conversion, from, to }: ConversionsFilter) =>
  defined({ asset, kind: conversion, from, to });

/** Past conversions. */
export const conversionsView = pagedView<number>()({
  request: (view: ConversionsView) => conversionsRequest(view),
  page: ({ call }, request) => call('convert.list', request),
  version$: moneyVersion,
  frame: (rows, end, { words }): ConversionsFrame => ({
    ...end,
    kind: 'conversions',
    lines: rows.map((row) => lineOf(row, words())),
  }),
});

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
    ...timed(at, words),
    entry: `${journal}`,
    digits: fromAmount,
  };
}
