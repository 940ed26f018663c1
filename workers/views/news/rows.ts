import * as v from 'valibot';
import type {
  FuturesOrderRow,
  LiquidationRow,
  OrderRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import { AlertRow } from '../../../domain/contract/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';

type PrivateRow = Extract<Extract<FeedEvent, { kind: 'private' }>, { row: unknown }>['row'];

/** What has happened to a person without a tap of theirs. */
export type NewsRow =
  | { readonly what: 'position'; readonly row: PositionRow }
  | { readonly what: 'liquidation'; readonly row: LiquidationRow }
  | { readonly what: 'futuresOrder'; readonly row: FuturesOrderRow }
  | { readonly what: 'order'; readonly row: OrderRow }
  | { readonly what: 'alert'; readonly row: AlertRow }
  | { readonly what: 'reply'; readonly ticket: number };

/** An order that was filled when it was sent: its button has told that. */
const isLate = ({ createdAt, updatedAt }: Pick<OrderRow, 'createdAt' | 'updatedAt'>): boolean =>
  updatedAt > createdAt;

/** News in a row of the private channel; undefined for what is none. */
export function newsOf(row: PrivateRow): NewsRow | undefined {
  switch (row.type) {
    case 'position':
      return row.body.end === 'liquidated' || row.body.end === 'deleveraged'
        ? { what: 'position', row: row.body }
        : undefined;
    case 'liquidation':
      return row.body.step === 'reduce' ? { what: 'liquidation', row: row.body } : undefined;
    case 'futuresOrder':
      return row.body.status === 'filled' && isLate(row.body)
        ? { what: 'futuresOrder', row: row.body }
        : undefined;
    case 'order':
      return row.body.status === 'filled' && isLate(row.body) ? { what: 'order', row: row.body } : undefined;
    case 'alert':
      return alertNews(row.body);
    default:
      return replyNews(row);
  }
}

/** An alert that was reached and not shown yet. */
export function alertNews(body: unknown): NewsRow | undefined {
  const parsed = v.safeParse(AlertRow, body);
  if (!parsed.success) return undefined;
  const { state, isSeen } = parsed.output;
  return state === 'waiting' || isSeen ? undefined : { what: 'alert', row: parsed.output };
}

function replyNews({ type, body }: { readonly type: string; readonly body: unknown }): NewsRow | undefined {
  if (type !== 'ticket' || typeof body !== 'object' || body === null) return undefined;
  const { id, state } = body as Record<string, unknown>;
  return state === 'replied' && typeof id === 'number' ? { what: 'reply', ticket: id } : undefined;
}
