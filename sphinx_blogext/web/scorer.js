/* Documentation before posts, posts that are called so before those that say so, and newer ones before older ones. */
var Scorer = {
  /* The same as in Sphinx's searchtools.js */
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: result => {
    const post = (Search._index.blog_posts || {})[result[0]];
    if (!post) return result[4];
    if (post[0]) result[1] += ` (${post[0]})`;
    return (Date.parse(post[0]) || 0) / 864e5 - (result[4] > Scorer.term ? 1e6 : 2e6);
  },
};
