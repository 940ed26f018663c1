/** The product's base address with a user's code. @see specification §9 "The invite link" */
export const inviteLink = (code: string): string =>
  `${window.location.origin}/?code=${encodeURIComponent(code)}`;
