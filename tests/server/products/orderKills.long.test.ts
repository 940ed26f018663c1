import { withOneDatabase } from '../../support/databases.ts';
import { futuresKills, spotKills } from '../../support/orderKills.ts';

withOneDatabase('exchanges that are killed between every two statements of orders on perpetuals', (db) =>
  futuresKills(db),
);
withOneDatabase('exchanges that are killed between every two statements of spot orders', (db) =>
  spotKills(db),
);
