import { alerts } from '../products/alerts/index.ts';
import { apiKeys } from '../products/apiKeys/index.ts';
import type { ContentContext } from '../products/content/index.ts';
import { content } from '../products/content/index.ts';
import { convert } from '../products/convert/index.ts';
import { cycle } from '../products/cycle/index.ts';
import { identity } from '../products/identity/index.ts';
import type { NotificationsContext } from '../products/notifications/index.ts';
import { notifications } from '../products/notifications/index.ts';
import { perpetual } from '../products/perpetual/index.ts';
import type { Product } from '../products/product.ts';
import { spot } from '../products/spot/index.ts';
import { storage } from '../products/storage/index.ts';
import { support } from '../products/support/index.ts';
import { team } from '../products/team/index.ts';
import type { WalletContext } from '../products/wallet/index.ts';
import { wallet } from '../products/wallet/index.ts';
import { worth } from '../products/worth/index.ts';

/** What any of them needs to open. */
export type AllContext = WalletContext & ContentContext & NotificationsContext;

/** What the exchange offers, in the order in which it is opened; it is closed in the opposite one. */
export const products = [
  perpetual,
  spot,
  cycle,
  convert,
  worth,
  wallet,
  storage,
  team,
  alerts,
  apiKeys,
  notifications,
  content,
  identity,
  support,
] as const satisfies readonly Product<AllContext>[];
