@echo off
rem The command "sightline" of an installed Sightline: without arguments it opens the app, else it runs the command line.
if "%~1"=="" (
  start "" "%~dp0..\..\Sightline.exe"
  exit /b 0
)
rem Windows does not wait for a program with windows unless it is started with /wait.
start "" /b /wait "%~dp0..\..\Sightline.exe" --cli -- %*
exit /b %errorlevel%
