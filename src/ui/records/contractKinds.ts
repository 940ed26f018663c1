/** Contracts that have records. */
export const contractKinds = ['perpetual', 'cycle'] as const;
export type ContractKind = (typeof contractKinds)[number];

/** Whose records an address asks for. */
export function contractKindOf(params: URLSearchParams): ContractKind {
  return contractKinds.find((kind) => kind === params.get('kind')) ?? 'perpetual';
}
