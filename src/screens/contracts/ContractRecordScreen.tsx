import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyChunk } from '../../app/chunks.ts';
import { contractKindOf } from './kinds.ts';

const CycleRecord = lazy(lazyChunk(() => import('../cycle/ContractRecordScreen.tsx')));
const FuturesRecord = lazy(lazyChunk(() => import('../perpetual/FuturesRecordScreen.tsx')));

/** Records of contracts: perpetuals, or cycle contracts; the kind stands in the address. */
export default function ContractRecordScreen() {
  const [params] = useSearchParams();
  return contractKindOf(params) === 'cycle' ? <CycleRecord /> : <FuturesRecord />;
}
