import { useEffect, useRef, useState } from 'react';
import type { Refusal, Result } from '../../../domain/index.ts';
import type { CycleProof } from '../../../workers/api.ts';
import { ask } from '../../state/login.ts';

/** A receipt of a day, both its parts, is far below this, bytes. */
const MOST_BYTES = 20_000_000;

export interface ProofControl {
  readonly proof: CycleProof | undefined;
  readonly failed: Refusal | undefined;
  readonly isChecking: boolean;
  /** Asks the exchange again. */
  readonly reload: () => void;
  /** Recomputes what is here and compares it with the exchange where that is reached. */
  readonly again: () => void;
  readonly checkFile: (file: File) => void;
}

/** The proof of a contract, or of a receipt that the user has picked since. */
export function useProof(id: number): ProofControl {
  const [proof, setProof] = useState<CycleProof>();
  const [failed, setFailed] = useState<Refusal>();
  const [isChecking, setChecking] = useState(true);
  const turn = useRef(0);
  const run = async (question: () => Promise<Result<CycleProof>>) => {
    turn.current += 1;
    const own = turn.current;
    setChecking(true);
    const result = await question();
    if (own !== turn.current) return;
    setChecking(false);
    setFailed(result.ok ? undefined : result.error);
    if (result.ok) setProof(result.data);
  };
  const reload = () => void run(() => ask('cycleProof', id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each contract
  useEffect(() => {
    reload();
    return () => {
      turn.current += 1;
    };
  }, [id]);
  return {
    proof,
    failed,
    isChecking,
    reload,
    again: () => proof && void run(() => ask('checkReceipt', proof.json)),
    checkFile: (file) => void run(async () => ask('checkReceipt', await textOf(file))),
  };
}

/** Empty where it is none of ours, and where the device cannot read it: one that lies elsewhere, or is gone by now. */
const textOf = async (file: File): Promise<string> =>
  file.size > MOST_BYTES ? '' : file.text().catch(() => '');
