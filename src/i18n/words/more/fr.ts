import account from '../../../../locales/fr/account.json' with { type: 'json' };
import content from '../../../../locales/fr/content.json' with { type: 'json' };
import convert from '../../../../locales/fr/convert.json' with { type: 'json' };
import cycle from '../../../../locales/fr/cycle.json' with { type: 'json' };
import detail from '../../../../locales/fr/detail.json' with { type: 'json' };
import errors from '../../../../locales/fr/errors.json' with { type: 'json' };
import funds from '../../../../locales/fr/funds.json' with { type: 'json' };
import identity from '../../../../locales/fr/identity.json' with { type: 'json' };
import orders from '../../../../locales/fr/orders.json' with { type: 'json' };
import pace from '../../../../locales/fr/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/fr/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/fr/settings.json' with { type: 'json' };
import storage from '../../../../locales/fr/storage.json' with { type: 'json' };
import support from '../../../../locales/fr/support.json' with { type: 'json' };
import team from '../../../../locales/fr/team.json' with { type: 'json' };
import trade from '../../../../locales/fr/trade.json' with { type: 'json' };
import wallet from '../../../../locales/fr/wallet.json' with { type: 'json' };

export default {
  account,
  content,
  convert,
  cycle,
  detail,
  errors,
  funds,
  identity,
  orders,
  pace,
  perpetual,
  settings,
  storage,
  support,
  team,
  trade,
  wallet,
};
