import { lazy } from 'react';
import { lazyChunk } from './chunks.ts';

/*
 * Parts of screens that stand in another product's folder. Screens import no other screen's folder; like the routes,
 * these are put together here, and their code comes when they are first shown.
 */

export const FuturesTrade = lazy(
  lazyChunk(async () => ({ default: (await import('../screens/perpetual/FuturesTrade.tsx')).FuturesTrade })),
);

export const FuturesRecord = lazy(lazyChunk(() => import('../screens/perpetual/FuturesRecordScreen.tsx')));

export const Scenario = lazy(
  lazyChunk(async () => ({
    default: (await import('../screens/perpetual/ScenarioSheet.tsx')).ScenarioSheet,
  })),
);

export const CycleRecord = lazy(lazyChunk(() => import('../screens/cycle/ContractRecordScreen.tsx')));

export const OrderHistory = lazy(
  lazyChunk(async () => ({ default: (await import('../screens/orders/Orders.tsx')).Orders })),
);
