import account from '../../../../locales/de/account.json' with { type: 'json' };
import content from '../../../../locales/de/content.json' with { type: 'json' };
import convert from '../../../../locales/de/convert.json' with { type: 'json' };
import cycle from '../../../../locales/de/cycle.json' with { type: 'json' };
import detail from '../../../../locales/de/detail.json' with { type: 'json' };
import errors from '../../../../locales/de/errors.json' with { type: 'json' };
import funds from '../../../../locales/de/funds.json' with { type: 'json' };
import identity from '../../../../locales/de/identity.json' with { type: 'json' };
import orders from '../../../../locales/de/orders.json' with { type: 'json' };
import pace from '../../../../locales/de/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/de/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/de/settings.json' with { type: 'json' };
import storage from '../../../../locales/de/storage.json' with { type: 'json' };
import support from '../../../../locales/de/support.json' with { type: 'json' };
import team from '../../../../locales/de/team.json' with { type: 'json' };
import trade from '../../../../locales/de/trade.json' with { type: 'json' };
import wallet from '../../../../locales/de/wallet.json' with { type: 'json' };

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
