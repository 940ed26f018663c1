import type { ConversionRow } from '../../../domain/contract/index.ts';
import { amountText, convertSpread } from '../../../domain/index.ts';
import type { ConversionLine, ConversionsFilter, ConversionsView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import { momentText } from '../perpetual/texts.ts';
import type { ViewDeps } from '../view.ts';
import { rateText, shareText } from './prices.ts';

/** The request's part of a filter. */
export function conversionsRequest({ asset, conversion, from, to }: ConversionsFilter) {
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(conversion === undefined ? {} : { kind: conversion }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Past conversions. */
export function openConversions(view: ConversionsView, deps: ViewDeps): LiveView<ConversionsView> {
  return new PagedViewer<ConversionsView, ConversionRow, number>(view, {
    asked: conversionsRequest,
    page: (filter, part) =>
      deps.call('convert.list', {
        ...conversionsRequest(filter),
        ...part,
      }),
    version: () => deps.funds.version,
    frame: (rows, end) => ({
      ...end,
      kind: 'conversions',
      lines: rows.map((row) => lineOf(row, deps.words())),
    }),
  });
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
