import account from '../../../../locales/en_us/account.json' with { type: 'json' };
import content from '../../../../locales/en_us/content.json' with { type: 'json' };
import convert from '../../../../locales/en_us/convert.json' with { type: 'json' };
import cycle from '../../../../locales/en_us/cycle.json' with { type: 'json' };
import detail from '../../../../locales/en_us/detail.json' with { type: 'json' };
import errors from '../../../../locales/en_us/errors.json' with { type: 'json' };
import funds from '../../../../locales/en_us/funds.json' with { type: 'json' };
import identity from '../../../../locales/en_us/identity.json' with { type: 'json' };
import orders from '../../../../locales/en_us/orders.json' with { type: 'json' };
import pace from '../../../../locales/en_us/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/en_us/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/en_us/settings.json' with { type: 'json' };
import storage from '../../../../locales/en_us/storage.json' with { type: 'json' };
import support from '../../../../locales/en_us/support.json' with { type: 'json' };
import team from '../../../../locales/en_us/team.json' with { type: 'json' };
import trade from '../../../../locales/en_us/trade.json' with { type: 'json' };
import wallet from '../../../../locales/en_us/wallet.json' with { type: 'json' };

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
