import app from '../../../../locales/zh_hk/app.json' with { type: 'json' };
import market from '../../../../locales/zh_hk/market.json' with { type: 'json' };
import notifications from '../../../../locales/zh_hk/notifications.json' with { type: 'json' };
import shell from '../../../../locales/zh_hk/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
