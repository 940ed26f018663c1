import { withOneDatabase } from '../../support/databases.ts';
import { futuresKills, spotKills } from '../../support/orderKills.ts';

/** Of each path; the long run takes every one. */
const PLACES = 2;

withOneDatabase('exchanges that are killed between two statements of orders on perpetuals', (db) =>
  futuresKills(db, PLACES),
);
withOneDatabase('exchanges that are killed between two statements of spot orders', (db) =>
  spotKills(db, PLACES),
);
