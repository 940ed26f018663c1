import type { Logger } from 'pino';
import type { Database } from '../base/db/database.ts';
import type { Settings } from '../base/settings.ts';
import { VenueTerms } from '../books/venue/terms.ts';
import type { TradingState } from '../books/venue/trading.ts';
import type { Operated } from '../market/operated.ts';
import type { ContentFolder } from '../products/content/library.ts';
import { deviceClock } from './device/clock.ts';
import { takeVenueFiles } from './venueFiles.ts';

/** What the venue charges, allows and has, with what its folder says. */
export async function openTerms(settings: Settings, db: Database, logger: Logger): Promise<VenueTerms> {
  const published = () => undefined;
  if (settings.brandDir !== undefined) await takeVenueFiles({ db, clock: deviceClock, published }, settings);
  return VenueTerms.open({
    ...{ db, clock: deviceClock },
    log: (event, detail) => logger.error(detail, event),
  });
}

/** What operators have stopped, and what the venue has at all. */
export const operatedBy = (trading: TradingState, terms: VenueTerms): Operated => ({
  get version() {
    return `${trading.version}.${terms.version}`;
  },
  get isWhole() {
    return terms.isWhole;
  },
  statusOf: (market) => trading.statusOf(market),
  isListed: (market) => terms.isListed(market),
});

/** Articles name fees and limits: all are read again when these change. */
export const stampedBy = (terms: Pick<VenueTerms, 'version'>, folder: ContentFolder): ContentFolder => ({
  async list() {
    const { version } = terms;
    return new Map([...(await folder.list())].map(([path, stamp]) => [path, `${stamp} ${version}`]));
  },
  read: (path) => folder.read(path),
});
