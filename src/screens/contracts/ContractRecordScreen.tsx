import { useSearchParams } from 'react-router-dom';
import { CycleRecord, FuturesRecord } from '../../app/panels.ts';
import { contractKindOf } from '../../ui/records/contractKinds.ts';

/** Records of contracts: perpetuals, or cycle contracts; the kind stands in the address. */
export default function ContractRecordScreen() {
  const [params] = useSearchParams();
  return contractKindOf(params) === 'cycle' ? <CycleRecord /> : <FuturesRecord />;
}
