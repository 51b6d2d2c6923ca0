{% include "js/theme.js" %}
/* What a page has with nothing beside its text. */
(() => {
{% include "js/listen.js" %}
})();
