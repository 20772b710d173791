@rem For npm on Windows, whose shell has no exec. In the others, exec lets Ctrl-C reach our scripts and not a shell before them.
@%*
