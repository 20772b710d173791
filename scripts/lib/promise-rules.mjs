import path from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API, SignatureKind, TypeFlags } from 'typescript/unstable/sync';

/**
 * The promises that nothing waits for in the TypeScript projects `folders` of `root`, as lines `file:line: message`,
 * and how many files were read (decision 2). `void` in front of a promise states that it handles its errors itself.
 */
export function findFloatingPromises(root, folders) {
  const api = new API({ cwd: root });
  try {
    const openProjects = folders.map((folder) => path.join(root, folder, 'tsconfig.json'));
    const projects = api.updateSnapshot({ openProjects }).getProjects();
    const problems = projects.flatMap((project) => {
      const types = createTypeQueries(project.checker);
      return project.rootFiles.flatMap((name) => {
        const file = project.program.getSourceFile(name);
        if (!file) throw new Error(`TypeScript cannot read ${name}.`);
        const relative = path.relative(root, name).replaceAll(path.sep, '/');
        return problemsOf(file, types).map(
          ({ node, message }) => `${relative}:${lineOf(file, node)}: ${message}`,
        );
      });
    });
    return { files: projects.reduce((sum, { rootFiles }) => sum + rootFiles.length, 0), problems };
  } finally {
    api.close();
  }
}

function problemsOf(file, types) {
  const statements = [];
  const functions = [];
  const visit = (node) => {
    if (node.kind === SyntaxKind.ExpressionStatement && !isHandled(node.expression)) {
      statements.push(node.expression);
    }
    if (mayBeCallback(node)) functions.push(node);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return [
    ...types.promisesAmong(statements).map((node) => ({
      node,
      message: 'nothing waits for this promise: await it, or handle its errors with catch',
    })),
    ...types.wronglyAsyncAmong(functions).map((node) => ({
      node,
      message: 'the caller expects no promise, so nothing waits for that of this function',
    })),
  ];
}

const assignments = new Set([
  SyntaxKind.EqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
]);

/** Whether the expression's promise, if it has one, is awaited, stored, or has a handler of its errors. */
function isHandled(expression) {
  switch (expression.kind) {
    case SyntaxKind.AwaitExpression:
    case SyntaxKind.VoidExpression:
      return true;
    case SyntaxKind.ParenthesizedExpression:
      return isHandled(expression.expression);
    case SyntaxKind.BinaryExpression:
      return assignments.has(expression.operatorToken.kind);
    case SyntaxKind.CallExpression:
      return handlesErrors(expression);
    default:
      return false;
  }
}

function handlesErrors({ expression: callee, arguments: values }) {
  if (callee.kind !== SyntaxKind.PropertyAccessExpression) return false;
  switch (callee.name.text) {
    case 'catch':
      return values.length > 0;
    case 'then':
      return values.length > 1;
    case 'finally':
      return isHandled(callee.expression);
    default:
      return false;
  }
}

/** Whether the node is a function, or something that may be one, in a place that determines how it is called. */
function mayBeCallback(node) {
  switch (node.kind) {
    case SyntaxKind.ArrowFunction:
    case SyntaxKind.FunctionExpression:
      return true;
    case SyntaxKind.Identifier:
    case SyntaxKind.PropertyAccessExpression:
      return isPassedOn(node);
    default:
      return false;
  }
}

function isPassedOn(node) {
  const { parent } = node;
  switch (parent?.kind) {
    case SyntaxKind.CallExpression:
    case SyntaxKind.NewExpression:
      return parent.arguments?.includes(node) ?? false;
    case SyntaxKind.PropertyAssignment:
      return parent.initializer === node;
    case SyntaxKind.JsxExpression:
      return true;
    default:
      return false;
  }
}

/** Results of the type checker. Each type is requested once: a query is a message to another process. */
function createTypeQueries(checker) {
  const promises = new Map();
  const isPromise = (type) => {
    const known = promises.get(type.id);
    if (known !== undefined) return known;
    // A recursive type is no promise by itself.
    promises.set(type.id, false);
    const found = isPromiseType(type);
    promises.set(type.id, found);
    return found;
  };
  const isPromiseType = (type) => {
    if (type.isUnionType()) return type.getTypes().some(isPromise);
    if (!(type.isObjectType() || type.isIntersectionType() || type.isTypeParameter())) return false;
    if (checker.isArrayType(type)) return checker.getTypeArguments(type).some(isPromise);
    return checker.getPropertyOfType(type, 'then') !== undefined;
  };
  const returnTypes = (type) =>
    checker.getSignaturesOfType(type, SignatureKind.Call).map((one) => checker.getReturnTypeOfSignature(one));
  const returnsPromise = (type) => type.isObjectType() && returnTypes(type).some(isPromise);
  const mustReturnNothing = (node) => {
    const type = checker.getContextualType(node);
    if (!type) return false;
    const expected = (type.isUnionType() ? type.getTypes() : [type]).flatMap(returnTypes);
    return expected.length > 0 && expected.every(({ flags }) => (flags & TypeFlags.Void) !== 0);
  };
  const filter = (nodes, test) => {
    if (nodes.length === 0) return [];
    const types = checker.getTypeAtLocation(nodes);
    return nodes.filter((node, index) => types[index] !== undefined && test(types[index], node));
  };
  return {
    promisesAmong: (nodes) => filter(nodes, isPromise),
    /** The functions that return a promise where one that returns nothing is expected. */
    wronglyAsyncAmong: (nodes) =>
      filter(nodes, (type, node) => returnsPromise(type) && mustReturnNothing(node)),
  };
}

function lineOf(file, node) {
  return file.text.slice(0, node.getStart()).split('\n').length;
}
