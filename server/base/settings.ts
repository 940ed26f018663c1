import type { VenueHosts, VenueName } from '../../feeds/index.ts';

/** The data folder that keeps nothing. */
export const MEMORY = 'memory';

/** The exchange's settings. @see .env.example */
export interface Settings {
  /** What this process does: everything, or as one of several processes of one exchange. */
  readonly role: 'all' | 'gateway' | 'engine';
  /** The bus between gateways and their engine; undefined for an exchange of one process. */
  readonly bus: BusSettings | undefined;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  /** Where Prometheus reads what the exchange does; undefined: nothing is measured. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Where to report vulnerabilities, for `security.txt`: `mailto:…` or `https:…`. */
  readonly securityContact: string | undefined;
  readonly trustProxy: boolean;
  /** Names besides its own under which this exchange is called. */
  readonly hostNames: readonly string[];
  /**
   * Users per address, by which limits of an address are multiplied: phone networks put many customers behind
   * one.
   */
  readonly usersPerAddress: number;
  /** Live venues, in the order of preference. */
  readonly market: 'simulated' | 'replay' | readonly [VenueName, ...VenueName[]];
  /** Addresses of venues in place of their own, for places that reach them elsewhere. */
  readonly venueHosts: VenueHosts;
  readonly symbols: number;
  readonly seed: number;
  readonly isSeedSet: boolean;
  readonly speed: number;
  readonly replayLoop: boolean;
  /** Hours between settlements of funding. */
  readonly fundingHours: 8 | 1;
  readonly marketData: string;
  /** Folder of the built-in database; `memory` keeps nothing. */
  readonly dataDir: string;
  /** A PostgreSQL in place of the built-in one. */
  readonly databaseUrl: string | undefined;
  /** Answers of orders wait for a log in that PostgreSQL, and its tables are written behind it. */
  readonly orderLog: boolean;
  readonly smtpUrl: string | undefined;
  /** Sender of mails; undefined: the brand's. */
  readonly mailFrom: string | undefined;
  /** Folder of the venue's own name, pictures, colours and texts; undefined: the product's. */
  readonly brandDir: string | undefined;
  readonly smsUrl: string | undefined;
  /** Web push, for notifications while no page is open; undefined: none are sent. */
  readonly webPush:
    | {
        /** An http address that replaces the push services: for tests and development. */
        readonly testService: string | undefined;
      }
    | undefined;
  /** 32 bytes as 64 hexadecimal digits, to keep secrets in the database unreadable; else a file in the folder. */
  readonly secretKey: string | undefined;
  /** 32 bytes each as hexadecimal digits, for identity documents: the first seals, all open; else a file in the folder. */
  readonly identityKeys: readonly string[] | undefined;
  /** Who decides on identities with play money; with real money it is always an operator. */
  readonly identityReview: 'simulated' | 'operator';
  /** A real chain to take deposits from; simulated ones when undefined. */
  readonly chain: ChainSettings | undefined;
  /** Where pictures are kept; in the database when undefined. */
  readonly uploads: { readonly folder: string } | S3Settings | undefined;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly appDownloadUrl: string;
  /** False: browsers unregister the page's service worker. */
  readonly serviceWorker: boolean;
  /** Folder of help, documents, notices and banners; the product's own when undefined. */
  readonly contentDir: string | undefined;
  /** The operator's contacts, beside tickets. */
  readonly support: SupportSettings;
  /** The chain's block explorer; the well-known one of its id when undefined. */
  readonly explorerUrl: string | undefined;
  /**
   * Withdrawals to addresses of up to this amount, USDT, are approved automatically; undefined: the mode's
   * default.
   */
  readonly withdrawApproveUpTo: string | undefined;
  /** What operators do about money that is worth more, USDT, takes two of them; undefined: one is enough. */
  readonly twoPeopleAbove: string | undefined;
  /** Private key that signs withdrawals on the chain, 64 hexadecimal digits. */
  readonly withdrawKey: string | undefined;
  /** The source of fiat rates. */
  readonly fiatRatesUrl: string | undefined;
}

export interface BusSettings {
  /** A NATS server, with the user and password or the token that it wants. */
  readonly url: string;
  /** Before every subject, so that several exchanges can share a server. */
  readonly prefix: string;
}

/** The operator's contacts, beside tickets. */
export interface SupportSettings {
  readonly email: string | undefined;
  /** A chat or a page, by https. */
  readonly url: string | undefined;
  /** Minutes after midnight UTC; `to` before `from` means the next day. */
  readonly hours: { readonly from: number; readonly to: number } | undefined;
}

/** An EVM chain, and the token on it that deposits are made in. */
export interface ChainSettings {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** The token's contract. */
  readonly token: string;
  readonly decimals: number;
  /** The account's extended public key, from which deposit addresses follow. */
  readonly extendedKey: string;
  /** Confirmations that unlock a deposit. */
  readonly confirmations: number;
  readonly blockMs: number;
}

/** A bucket of a service that speaks the S3 protocol. */
export interface S3Settings {
  /** The service, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}
