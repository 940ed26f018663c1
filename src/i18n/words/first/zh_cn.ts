import app from '../../../../locales/zh_cn/app.json' with { type: 'json' };
import market from '../../../../locales/zh_cn/market.json' with { type: 'json' };
import notifications from '../../../../locales/zh_cn/notifications.json' with { type: 'json' };
import shell from '../../../../locales/zh_cn/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
