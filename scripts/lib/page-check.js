// Runs inside of the page, at its end, and writes into the title: "checked", the width that the page
// was laid out for, and a finding a part.
(() => {
  const findings = [];
  const add = (text) => { if (!findings.includes(text)) findings.push(text); };
  const name = (element) => {
    const id = element.closest('[id]')?.id;
    return `<${element.tagName.toLowerCase()}${element.classList.length ? '.' + [...element.classList].join('.') : ''}>`
      + (id ? ` in #${id}` : '');
  };

  // Everything is looked at opened.
  for (const details of document.querySelectorAll('details')) details.open = true;

  // Sideways.
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    add(`scrolls sideways: ${root.scrollWidth} pixels in ${innerWidth}`);
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && box.right > innerWidth + 1 && !element.closest('.skip')) {
        add(`reaches ${Math.round(box.right)}: ${name(element)}`);
      }
    }
  }

  // Fetched.
  for (const entry of performance.getEntriesByType('resource')) {
    if (!entry.name.startsWith('data:')) add(`fetched ${entry.name.slice(0, 80)}`);
  }

  // Landmarks, headings, names.
  const one = (selector, what) => {
    const count = document.querySelectorAll(selector).length;
    if (count !== 1) add(`${count} of ${what}; one is wanted`);
  };
  one('main', 'main');
  one('body > header', 'the page\'s header');
  one('body > footer', 'the page\'s footer');
  one('h1', 'h1');
  one('html[lang]', 'a language');
  if (!document.querySelector('.skip')) add('no link to skip to the content');
  for (const nav of document.querySelectorAll('nav, section')) {
    if (!nav.hasAttribute('aria-label') && !nav.hasAttribute('aria-labelledby')) {
      add(`without a name: ${name(nav)}`);
    }
  }
  let level = 0;
  for (const heading of document.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) add(`heading level ${own} behind ${level}: ${heading.textContent.slice(0, 40)}`);
    level = own;
  }
  const ids = new Set();
  for (const element of document.querySelectorAll('[id]')) {
    if (ids.has(element.id)) add(`two of #${element.id}`);
    ids.add(element.id);
  }
  for (const link of document.querySelectorAll('a[href^="#"], use[href^="#"]')) {
    if (!ids.has(link.getAttribute('href').slice(1))) add(`leads nowhere: ${link.getAttribute('href')}`);
  }
  for (const attribute of ['aria-labelledby', 'aria-describedby']) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      if (!ids.has(element.getAttribute(attribute))) add(`${attribute} of nothing: ${name(element)}`);
    }
  }
  for (const picture of document.querySelectorAll('img, svg:not([aria-hidden="true"])')) {
    if (!picture.getAttribute('aria-label') && !picture.getAttribute('alt')) {
      add(`picture without a text: ${name(picture)}`);
    }
  }
  for (const control of document.querySelectorAll('a[href], button, summary')) {
    if (!control.textContent.trim()) add(`nothing to read on ${name(control)}`);
  }
  for (const list of document.querySelectorAll('ul, ol')) {
    for (const child of list.children) if (child.tagName !== 'LI') add(`no item of a list: ${name(child)}`);
  }

  // Contrast of every text against what is behind it.
  const parse = (color) => {
    const parts = color.match(/[\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.alpha > 0.99) return color.rgb;
    }
    return [255, 255, 255];
  };
  const seen = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
    if (element.closest('.skip')) continue;
    const style = getComputedStyle(element);
    const front = parse(style.color).rgb, back = behind(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const key = `${front}/${back}/${large}`;
    if (!seen.has(key)) {
      const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
      seen.set(key, (a + 0.05) / (b + 0.05));
      if (seen.get(key) < (large ? 3 : 4.5)) {
        add(`contrast ${seen.get(key).toFixed(2)}: ${name(element)} rgb(${front}) on rgb(${back})`);
      }
    }
    if (size < 11.5) add(`letters of ${size} pixels: ${name(element)}`);
  }

  // Targets for fingers, on a phone.
  if (innerWidth < 500) {
    for (const control of document.querySelectorAll('button, summary')) {
      const box = control.getBoundingClientRect();
      if (box.height > 0 && box.height < 24) add(`only ${Math.round(box.height)} pixels high: ${name(control)}`);
    }
  }

  document.title = ['checked ' + innerWidth, ...findings].join(' ¶ ');
})();
