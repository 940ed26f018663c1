import app from '../../../../locales/fr/app.json' with { type: 'json' };
import market from '../../../../locales/fr/market.json' with { type: 'json' };
import notifications from '../../../../locales/fr/notifications.json' with { type: 'json' };
import shell from '../../../../locales/fr/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
