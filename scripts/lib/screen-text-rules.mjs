import { parseSync } from 'vite';

/** Attributes of elements, and members of objects, whose strings the user reads or hears. */
const textNames = new Set([
  'alt',
  'aria-label',
  'aria-valuetext',
  'description',
  'hint',
  'label',
  'message',
  'nothingFoundMessage',
  'placeholder',
  'removeLabel',
  'submitLabel',
  'thumbLabel',
  'tip',
  'title',
]);
const letters = /\p{L}/u;

/**
 * The texts of the screen in one source file of a room, as lines `file:line: message`: text between tags, and strings
 * in attributes and members of the names above, such as the title of a command. `file` is its path from the project's
 * root.
 */
export function findScreenTexts(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = [];
  visit(program, found);
  return found.map(({ start, value }) => {
    const line = text.slice(0, start).split('\n').length;
    return `${file}:${line}: move “${value.trim().replaceAll(/\s+/g, ' ')}” to the room's texts.ts`;
  });
}

function visit(node, found) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, found);
  } else if (typeof node?.type === 'string') {
    if (node.type === 'JSXText') add(node, node.value, found);
    else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children) {
        if (child.type === 'JSXExpressionContainer') addShown(child.expression, found);
      }
    } else if (node.type === 'JSXAttribute' && textNames.has(node.name.name)) {
      addShown(node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value, found);
    } else if (node.type === 'Property' && textNames.has(node.key.name ?? node.key.value)) {
      addShown(node.value, found);
    }
    for (const child of Object.values(node)) visit(child, found);
  }
}

/** Adds the strings that an expression may evaluate to, not those that it compares or passes on. */
function addShown(node, found) {
  switch (node?.type) {
    case 'Literal':
      if (typeof node.value === 'string') add(node, node.value, found);
      break;
    case 'TemplateLiteral':
      add(node, node.quasis.map(({ value }) => value.cooked).join('…'), found);
      break;
    case 'ConditionalExpression':
      addShown(node.consequent, found);
      addShown(node.alternate, found);
      break;
    case 'LogicalExpression':
      addShown(node.left, found);
      addShown(node.right, found);
      break;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      addShown(node.expression, found);
      break;
  }
}

function add(node, value, found) {
  if (letters.test(value)) found.push({ start: node.start, value });
}
