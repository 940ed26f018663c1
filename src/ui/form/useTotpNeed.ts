import { useState } from 'react';
import type { Refusal } from '../../../domain/index.ts';

interface TotpNeed {
  readonly needsTotp: boolean;
  /** Whether it is what the user has to type next. */
  readonly isAwaited: boolean;
  /** Takes note of a refusal. @returns what of it has to be shown: a code that is missing has its field by then. */
  readonly left: (refusal: Refusal) => Refusal | undefined;
}

/**
 * Whether a form needs a time-based code. Those may have been turned on elsewhere since it was opened: the exchange says
 * so then, and the field comes. @param isOn as far as this page knows.
 */
export function useTotpNeed(isOn: boolean): TotpNeed {
  const [isAwaited, setAwaited] = useState(false);
  const needsTotp = isOn || isAwaited;
  const left = (refusal: Refusal) => {
    if (refusal.code !== 'totpRequired' || needsTotp) return refusal;
    setAwaited(true);
    return undefined;
  };
  return { needsTotp, isAwaited, left };
}
