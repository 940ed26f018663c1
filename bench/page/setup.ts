const query = new URLSearchParams(location.search);
/** 60: each animation frame; 20: the product's default. Read by the settings before anything else runs. */
const refresh = query.get('hz') === '60' ? 'live' : 'balanced';
localStorage.setItem('TIDEMARK_SETTINGS', JSON.stringify({ theme: 'dark', moves: 'green-red', refresh }));
localStorage.setItem('LANG', 'en_us');
Reflect.deleteProperty(window, 'SharedWorker');
