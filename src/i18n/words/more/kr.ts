import account from '../../../../locales/kr/account.json' with { type: 'json' };
import content from '../../../../locales/kr/content.json' with { type: 'json' };
import convert from '../../../../locales/kr/convert.json' with { type: 'json' };
import cycle from '../../../../locales/kr/cycle.json' with { type: 'json' };
import detail from '../../../../locales/kr/detail.json' with { type: 'json' };
import errors from '../../../../locales/kr/errors.json' with { type: 'json' };
import funds from '../../../../locales/kr/funds.json' with { type: 'json' };
import identity from '../../../../locales/kr/identity.json' with { type: 'json' };
import orders from '../../../../locales/kr/orders.json' with { type: 'json' };
import pace from '../../../../locales/kr/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/kr/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/kr/settings.json' with { type: 'json' };
import storage from '../../../../locales/kr/storage.json' with { type: 'json' };
import support from '../../../../locales/kr/support.json' with { type: 'json' };
import team from '../../../../locales/kr/team.json' with { type: 'json' };
import trade from '../../../../locales/kr/trade.json' with { type: 'json' };
import wallet from '../../../../locales/kr/wallet.json' with { type: 'json' };

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
