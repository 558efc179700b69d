/**
 * What is wrong with the sizes of pages, each in a sentence; nothing when all of them keep to their budgets.
 * @param {Record<string, number>} sizes bytes of JavaScript, gzipped, that a page loads first
 * @param {Record<string, number>} budgets the most of it, in kB of 1,000 bytes
 * @returns {string[]}
 */
export function excessOf(sizes, budgets) {
  const said = [];
  for (const [route, bytes] of Object.entries(sizes)) {
    const budget = budgets[route];
    if (budget === undefined)
      said.push(`${route} has no budget: it loads ${inKilobytes(bytes)} kB of JavaScript.`);
    else if (bytes > budget * 1000)
      said.push(`${route} loads ${inKilobytes(bytes)} kB of JavaScript; its budget is ${budget} kB.`);
  }
  for (const route of Object.keys(budgets))
    if (sizes[route] === undefined) said.push(`${route} has a budget and is no page.`);
  return said;
}

/** So much may be added, in kB, before a budget wants another look: a mended line or two. */
const ROOM = 2;

/**
 * Budgets that fit the sizes with a little room, in whole kB and the order of the addresses.
 * @param {Record<string, number>} sizes bytes
 * @returns {Record<string, number>} kB
 */
export function budgetsFor(sizes) {
  return Object.fromEntries(
    Object.keys(sizes)
      .sort()
      .map((route) => [route, Math.ceil((sizes[route] ?? 0) / 1000) + ROOM]),
  );
}

/**
 * With one decimal, rounded up: what is over a budget never reads as if it kept it.
 * @param {number} bytes
 */
export function inKilobytes(bytes) {
  return (Math.ceil(bytes / 100) / 10).toFixed(1);
}
